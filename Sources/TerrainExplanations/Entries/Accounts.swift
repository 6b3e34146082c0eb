extension ExplanationText {
  static let accounts = #"""
    # account/levels
    `level` has to be an enum, so that its values have an order.
    - Why: Which level an account has is read from this list; a wrong one would give people the wrong tier.
    - Wrong: `level: { type: string, value: new }`
    - Right: `level: { type: tier, value: new }`
    - Reported for: file

    # account/steps
    `earned` has to be a list of steps, each with `add` or `times`.
    - Why: Points are created and removed only by these steps; one that is wrong would change balances.
    - Wrong: `earned: { value: 10 }`
    - Right: `earned: { type: list<step>, hit: collect, rows: [{ id: order, then: { add: 10 } }] }`
    - Reported for: file

    # account/negative-amount
    A rule yields a negative number where an amount is expected.
    - Why: A step that adds less than nothing would take points without a reason on the statement.
    - Wrong: `cost: { value: -5 }`
    - Right: `cost: { value: 5 }`

    # account/amount-limit
    A rule yields more than one event may add or take (`largestAmount`).
    - Why: Sums of amounts must stay exact, and points beyond all reason are a mistake in a rule.
    - Wrong: `{ id: order, then: { add: 9000000000000 } }`
    - Right: `{ id: order, then: { add: 90 } }`

    # account/period
    A period has to be a map of years, months, days, hours, minutes and `through`.
    - Why: When a level is looked at again is computed from it.
    - Wrong: `lot: { value: { lasts: 12 } }`
    - Right: `lot: { value: { lasts: { months: 12 } } }`
    - Reported for: file

    # account/terms
    The decision `lot` has an unknown key, or a wrong value.
    - Why: When points expire is computed from them; without them they would expire never or at once.
    - Wrong: `lot: { value: { pending: "yes" } }`
    - Right: `lot: { value: { pending: true } }`
    - Reported for: file

    # account/calendar
    A period ends after the year 9999.
    - Why: Dates beyond the calendar cannot be computed or written.
    - Wrong: `lot: { value: { lasts: { years: 9000 } } }`
    - Right: `lot: { value: { lasts: { years: 9 } } }`

    # account/fact-type
    A fact that the account provides is declared with another type.
    - Why: The engine provides the fact with this type only.
    - Wrong: `amount: { type: string, optional: true }`
    - Right: `amount: { type: decimal, optional: true }`
    - Reported for: file

    # account/fact-optional
    A fact that not every event has is not declared optional.
    - Why: The fact is absent in a new account, and rules have to declare what happens then.
    - Wrong: `amount: { type: decimal }`
    - Right: `amount: { type: decimal, optional: true }`
    - Reported for: file

    # account/window
    A fact's `window` does not declare a window: a key has a wrong value, two keys do not go together, or a decision uses more than the event.
    - Why: What a window counts must follow from the events alone, so that folding them again gives the same result.
    - Wrong: `orders: { type: int, window: { aggregate: sum, over: day } }`
    - Right: `orders: { type: int, window: { aggregate: count, over: day } }`
    - Reported for: file

    # account/window-name
    A `window` names an aggregate, a type of event, a cause, a part of the calendar or a decision that is unknown.
    - Why: The window would count nothing, because of a misspelling.
    - Wrong: `orders: { type: int, window: { aggregate: count, events: ern } }`
    - Right: `orders: { type: int, window: { aggregate: count, events: earn } }`
    - Reported for: file

    # account/window-overflow
    The sum of a window has more digits than an exact number can have.
    - Why: A rounded sum could put a person on the wrong side of a threshold.
    - Wrong: `window: { aggregate: sum, value: grams }` over events with 12 digits before the point and 30 after it
    - Right: a decision that rounds: `grams: { value: "= divide(weight, decimal('1'), 3, 'half_even')" }`

    # account/budgets
    The rules declare budgets that are none, a step draws on one that they do not declare, or a document of budgets or a grant is not what it has to be.
    - Why: A grant beyond its budget cannot be taken back from those who have it.
    - Wrong: `budgets: { value: { party: { most: 100 } } }`
    - Right: `budgets: { value: { party: { total: 100 } } }`
    - Reported for: file

    # account/lines
    Rules do not declare what deciding about lines needs, two lines of an event have one id, or a returned line has none.
    - Why: A later return refers to a line by its id, and takes back what that line has earned.
    - Wrong: `facts: { lines: [{ product: mug, quantity: 1 }] }` of a refund
    - Right: `facts: { lines: [{ id: a, product: mug, quantity: 1 }] }`

    # account/event-conflict
    The account has an event of this id with other content.
    - Why: An event that is sent again has no effect, so that retries are safe; another content under the same id is
      another event, and one of the two would be lost.
    - Wrong: `order-17` of 12.34, then `order-17` of 12.35
    - Right: `order-18` of 12.35

    # account/event-id
    An event has an empty id.
    - Why: The id is how an event that is sent again is recognized.
    - Wrong: `{ "id": "", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "USD", "minor":
      500 } }`
    - Right: `{ "id": "order-1", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "USD",
      "minor": 500 } }`

    # account/event-limit
    An account would have more events than the limit `mostEvents`.
    - Why: An account is read and folded as a whole; the limit bounds its time and memory.
    - Wrong: everybody's orders in one account
    - Right: an account for each

    # account/grants
    A new event brings `grants` of its own.
    - Why: Whoever could write them would draw on budgets, codes and other accounts without limit.
    - Wrong: `{ id: o1, type: earn, grants: { party: 999 }, … }` for `loyalty.earn`
    - Right: `{ id: o1, type: earn, … }`, with `budgets` beside it

    # account/unknown-unit
    A new event adds, takes or sends a unit that neither the rules nor the account have.
    - Why: A misspelled unit would be another one, which nothing can be bought with.
    - Wrong: `{ id: a1, type: adjust, change: 50, unit: pionts, … }`
    - Right: `{ id: a1, type: adjust, change: 50, unit: points, … }`

    # account/unit-limit
    An account would have more units than the limit `mostUnits`.
    - Why: The limit bounds the time and memory of one account.
    - Wrong: a unit for every order
    - Right: a unit for everything that is counted, such as points

    # account/event-type
    The type of the event is unknown, or is not the one that the command applies.
    - Why: Rules decide by the type of an event, and none would hold.
    - Wrong: `{ "id": "order-1", "type": "purchase", "time": "2026-03-01T10:00:00Z" }`
    - Right: `{ "id": "order-1", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "USD",
      "minor": 500 } }`

    # account/event-of
    A commit, cancel or refund has no `of`, the event that it refers to.
    - Why: What is to be confirmed or taken back would be unknown.
    - Wrong: `{ "id": "r-1", "type": "refund", "time": "2026-03-01T10:00:00Z" }`
    - Right: `{ "id": "r-1", "type": "refund", "of": "order-1", "time": "2026-03-01T10:00:00Z" }`

    # account/event-field
    An event has a field that its type does not have.
    - Why: A field in the wrong type of event would be ignored, although the sender relies on it.
    - Wrong: `{ "id": "order-1", "type": "earn", "change": 5, "time": "2026-03-01T10:00:00Z" }`
    - Right: `{ "id": "order-1", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "USD",
      "minor": 500 } }`

    # account/change
    An `adjust` needs the amount in `change`.
    - Why: The amount is whole points, with a sign; without it nothing would be adjusted.
    - Wrong: `{ "id": "fix-1", "type": "adjust", "change": 0.5, "time": "2026-03-01T10:00:00Z", "actor":
      "support-7", "reason": "late" }`
    - Right: `{ "id": "fix-1", "type": "adjust", "change": 5, "time": "2026-03-01T10:00:00Z", "actor": "support-7",
      "reason": "late" }`

    # account/unsigned
    An `adjust` does not name who decided it, or why.
    - Why: Points given by hand have to be accounted for.
    - Wrong: `{ "id": "fix-1", "type": "adjust", "change": 5, "time": "2026-03-01T10:00:00Z" }`
    - Right: `{ "id": "fix-1", "type": "adjust", "change": 5, "time": "2026-03-01T10:00:00Z", "actor": "support-7",
      "reason": "late" }`

    # account/time
    A value is not an instant.
    - Why: Windows, levels and expiry are computed from it.
    - Wrong: `{ "id": "order-1", "type": "earn", "time": "2026-03-01" }`
    - Right: `{ "id": "order-1", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "USD",
      "minor": 500 } }`

    # account/money
    A value is not money.
    - Why: Money is counted in the smallest unit of its currency; a fraction cannot be represented exactly.
    - Wrong: `{ "id": "order-1", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": 5.00 }`
    - Right: `{ "id": "order-1", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "USD",
      "minor": 500 } }`

    # account/currency
    Money is in another currency than the program's, or than other money of the account.
    - Why: Amounts of different currencies cannot be added or compared.
    - Wrong: `{ "id": "order-1", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "EUR",
      "minor": 500 } }`
    - Right: `{ "id": "order-1", "type": "earn", "time": "2026-03-01T10:00:00Z", "amount": { "currency": "USD",
      "minor": 500 } }`

    # account/supplied-fact
    A fact that the account and its events provide cannot be given.
    - Why: A request that could state a lifetime could state any tier.
    - Wrong: `{ "id": "order-1", "type": "earn", "time": "2026-03-01T10:00:00Z", "facts": { "event_type": "earn" }
      }`
    - Right: `{ "id": "order-1", "type": "earn", "time": "2026-03-01T10:00:00Z", "facts": {} }`

    # account/other-account
    An event names another account than the one that it is applied to.
    - Why: Points of one person would go to another.
    - Wrong: `{ "id": "order-1", "type": "earn", "account": "ben", "time": "2026-03-01T10:00:00Z" }` for the account
      `anna`
    - Right: `{ "id": "order-1", "type": "earn", "account": "anna", "time": "2026-03-01T10:00:00Z" }`

    # account/balance
    The balance of the given account is not the sum of its entries, or of its lots: the document was edited.
    - Why: Points would exist that no event explains.
    - Wrong: `"active": 1000000`
    - Right: the account of the last response

    # account/document
    The given account contains a value that accounts do not have.
    - Why: The document was not written by this program, or was edited, and its sums are not to be trusted.
    - Wrong: `"kind": "gift"` in an entry
    - Right: the account of the last response

    # account/folding (info)
    Names the account of a file of events that the related diagnostic is about.
    - Why: A file of events may contain many accounts; the other diagnostic would be without its own.
    - Wrong: a file with the same id twice, with other content
    - Right: a file in which every id is one event

    # account/line
    A line of a file of events is not an event, or one of a file of accounts not an account.
    - Why: Lines that are skipped would be points that people do not get.
    - Wrong: `hello`
    - Right: `{"id": "order-17", "type": "earn", "time": "2026-03-01T10:00:00Z"}`

    # account/claims
    The decision `claims` does not yield a list of claims, one of them has the name of a budget, or it reads `granted_claims`, which follows from it.
    - Why: What accounts share is granted once; a claim that cannot be read would be granted to nobody, or to everybody.
    - Wrong: `claims: { value: [{ name: cup, total: 20 }] }`
    - Right: `claims: { value: [{ claim: cup, total: 20 }] }`
    - Reported for: file

    # account/benefit
    The decision `issued` does not yield a list of benefits, or too many for one event (`mostBenefits`), or an event names a benefit by what is not an id.
    - Why: A benefit is used and ended by its id, the event's id, `#` and its number, so that no other one can be meant.
    - Wrong: `issued: { value: [{ name: coupon }] }`
    - Right: `issued: { value: [{ benefit: coupon }] }`
    - Reported for: file

    # account/costs
    The decision `costs` does not yield whole amounts of units other than the program's own, by unit.
    - Why: What is set aside has to be exact; the program's own unit is set aside by `cost`, and would be counted twice.
    - Wrong: `costs: { value: { points: 5 } }`
    - Right: `costs: { value: { credit: 5 } }`
    - Reported for: file

    # account/sent
    The decision `sent` does not yield a list of amounts for other accounts, or reads facts of the account.
    - Why: What one account sends, another has received; it has to stay what it was when the event was accepted.
    - Wrong: `sent: { value: [{ to: ben }] }`
    - Right: `sent: { value: [{ to: ben, add: 5 }] }`
    - Reported for: file

    # account/member
    A member would have more rights than the limit `mostRights` of 100.
    - Why: Rights are kept with the account, whose size is bounded.
    - Wrong: a right for every product
    - Right: a right for everything that rules ask about, such as `spend`

    # account/not-grouped
    With `--grouped`, an account comes again after lines of other accounts.
    - Why: Each account is folded where its lines end; a second part would be a second account of the same name.
    - Wrong: lines of `anna`, `ben` and `anna`
    - Right: lines of `anna`, `anna` and `ben`, or no `--grouped`
    - Reported for: command
    """#
}
