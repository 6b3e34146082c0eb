extension ExplanationText {
  static let decisionModels = #"""
    # dmn/not-a-model
    A file is not a decision model: its root is not `<definitions>` of DMN.
    - Why: A rule set made of something else would be empty.
    - Wrong: `<process/>`
    - Right: `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="loan"/>`

    # dmn/too-large
    A model has more bytes than the limit `dmnSize`, or its tables more rows than the limit `dmnRows`, with those of functions once for each call.
    - Why: Functions that call functions can multiply a small model to any size; the limits bound the time and memory of an import.
    - Wrong: a model with 200,000 rows
    - Right: a model for each subject

    # dmn/not-carried (warning)
    A part of a model has no counterpart in rules, and is not in the rule set that is made of it.
    - Why: The rules decide without it; whoever imports has to write it by hand, or to do without.
    - Wrong: `<text>for y in years return y + 1</text>`
    - Right: `<text>years + 1</text>`

    # dmn/changed (info)
    A part of a model means something slightly different as rules.
    - Why: The results are the same where the model is as it should be; what the model checked by itself is not checked any more.
    - Wrong: `hitPolicy="ANY"`
    - Right: `hitPolicy="FIRST"`

    # dmn/not-feel (warning)
    A part of a module has no counterpart in DMN, and is exported as its text.
    - Why: Other programs show it to people and cannot evaluate it.
    - Wrong: `"n % 2 == 0"`
    - Right: `{ n: ">= 5" }`
    """#
}
