extension ExplanationText {
  static let theQuiz = #"""
    # quiz/repeated-id
    Two questions, or two options of a question, have the same id.
    - Why: Answers name questions and options by id, and could mean either.
    - Wrong: `{ id: strong, text: Weak, deltas: { taste: -1 } }` beside another option `strong`
    - Right: `{ id: weak, text: Weak, deltas: { taste: -1 } }`

    # quiz/too-many-questions
    A quiz has more questions than the limit.
    - Why: The limit bounds the time of counting answers, and nobody answers that many.
    - Wrong: 1001 questions
    - Right: at most 1000

    # quiz/unknown-axis
    An option moves an axis that the quiz does not have.
    - Why: The answer would not count.
    - Wrong: `{ id: weak, text: Weak, deltas: { tasty: -1 } }`
    - Right: `{ id: weak, text: Weak, deltas: { taste: -1 } }`

    # quiz/unusable-move
    A move is not a number, is too large, or has too many digits.
    - Why: Sums are exact to the last digit; a value that is no such number cannot be added.
    - Wrong: `{ id: weak, text: Weak, deltas: { taste: much } }`
    - Right: `{ id: weak, text: Weak, deltas: { taste: -1 } }`

    # quiz/unknown-value
    A condition of a question compares with a text that is not a question, an option or a value of the pack's enums.
    - Why: The condition would never be true, so the question would never be asked because of a misspelling.
    - Wrong: `ask_when: '"slep" in goals'`
    - Right: `ask_when: '"sleep" in goals'`

    # quiz/unreachable-outcome
    No set of answers leads to a type or modifier. All sets are counted.
    - Why: Nobody can get it, so its texts are written for nobody, or a threshold is wrong.
    - Wrong: a threshold that the sums never reach
    - Right: a lower threshold, or answers that move more

    # quiz/never-asked
    The condition of a question is never true.
    - Why: Its answers are never given, and what depends on them never happens.
    - Wrong: `ask_when: '"sleep" in goals && !("sleep" in goals)'`
    - Right: `ask_when: '"sleep" in goals'`

    # quiz/asking-undecided (info)
    A condition mentions more goals and answers than can be enumerated.
    - Why: That the question can be asked is not proved; it may still be.
    - Wrong: a condition with dozens of goals
    - Right: a shorter one

    # quiz/other-share
    The exact share of a type, counted over all sets of answers to the quiz, differs from the declared one.
    - Why: The pack states a share that is untrue with its own rules.
    - Wrong: `share: { illustrative: 16, exact: 16 }`
    - Right: `share: { illustrative: 16, exact: 5.11 }`

    # score/no-quiz
    The pack has no quiz.
    - Why: A score is computed from answers to one.
    - Wrong: `kinds: {}`
    - Right: `kinds: { quiz: { path: quiz.yaml } }`

    # score/axis-without-fact
    The quiz moves an axis that the rules do not declare as a fact.
    - Why: The sum would be computed and never looked at.
    - Wrong: `[{ id: taste, label: Taste, low: mild, high: strong }, { id: color, label: Color, low: pale, high:
      dark }]` where the rules have a fact `taste` only
    - Right: `[{ id: taste, label: Taste, low: mild, high: strong }]`

    # score/fact-without-axis
    The rules need a fact that the quiz does not measure.
    - Why: The fact would be missing for everybody who is scored.
    - Wrong: a fact `weather` in the module of types
    - Right: `weather: { type: string, optional: true }`

    # score/axis-without-ends
    The fact of an axis has no `min` and `max`.
    - Why: Sums are clamped to the ends, and pages draw the axis between them.
    - Wrong: `facts: { taste: { type: int } }`
    - Right: `facts: { taste: { type: int, min: -3, max: 3 } }`

    # score/not-an-id
    The decision about the type yields a value that is not an id.
    - Why: Outcomes are records of the pack, which are known by their ids.
    - Wrong: `value: 3`
    - Right: `value: cool_core`

    # score/too-many-combinations
    The unanswered questions lead to more combinations of sums than are counted.
    - Why: The range of an incomplete score is counted over every set of answers that is still possible; the limit
      bounds the time.
    - Wrong: dozens of questions with fine weights, all unanswered
    - Right: fewer, or coarser weights
    - Reported for: request
    """#
}
