extension ExplanationText {
  static let answers = #"""
    # answers/wrong-shape
    Answers have to be a map from question to option, or a list of pairs.
    - Why: It is not known which answer belongs to which question.
    - Wrong: `answers: first`
    - Right: `answers: { first: weak }`

    # answers/unknown-question
    Unknown question.
    - Why: The answer would not count, and the person would get another result than they answered.
    - Wrong: `answers: { frist: weak }`
    - Right: `answers: { first: weak }`

    # answers/unknown-option
    The question has no such option. The diagnostic does not contain the given one.
    - Why: The answer would not count. What was given is private, so it is not repeated.
    - Wrong: `answers: { first: waek }`
    - Right: `answers: { first: weak }`

    # answers/answered-twice
    A question is answered twice.
    - Why: The two answers may differ, and only one can count.
    - Wrong: `answers: [{ question: first, option: weak }, { question: first, option: weak }]`
    - Right: `answers: [{ question: first, option: weak }]`

    # answers/not-asked (warning)
    A question is answered that is not asked of this person; the answer is ignored.
    - Why: The answer counts for nobody to whom the question does not apply.
    - Wrong: an answer to a question whose condition does not hold
    - Right: the answer left out

    # answers/missing
    Questions that everybody has to answer have no answer.
    - Why: A result from half of the answers looks like a whole one; `--partial` shows what is still possible.
    - Wrong: `answers: {}`
    - Right: `answers: { first: weak }`, or `terrain score --partial`

    # answers/too-many
    More goals or answers are given than the limits: 1,000 `goals`, 10,000 `answers`.
    - Why: Each condition reads all goals, and a score evaluates each condition many times.
    - Wrong: 1,001 goals
    - Right: the goals of one person

    # answers/not-a-locale
    The locale is not a language tag.
    - Why: No text can be chosen for it.
    - Wrong: `locale: English (US)`
    - Right: `locale: en-US`
    """#
}
