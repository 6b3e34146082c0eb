extension ExplanationText {
  static let quality = #"""
    # quality/not-found
    The pack has no `quality.yaml`.
    - Why: There are no gates and no figures to measure.
    - Wrong: `terrain quality small`, where the pack has no `quality.yaml`
    - Right: a pack with a `quality.yaml`
    - Reported for: command

    # quality/wrong-value
    A value of `quality.yaml` is out of its range, names an operation without lists or a figure that does not exist, or a gate has no single bound.
    - Why: A gate with a misspelled figure or without a bound would always pass.
    - Wrong: `{ list: coffees, figure: coverrage, at_least: 0.1 }`
    - Right: `{ list: coffees, figure: coverage, at_least: 0.1 }`

    # quality/unknown-list
    A gate names a list that was not measured, or a figure that is not defined for it.
    - Why: The gate would always pass.
    - Wrong: `{ list: cofees, figure: coverage, at_least: 0.1 }`
    - Right: `{ list: coffees, figure: coverage, at_least: 0.1 }`

    # quality/gate
    A figure does not keep the bound of its gate, and has not been accepted.
    - Why: The pack states that people deserve better than this.
    - Wrong: `{ list: coffees, figure: coverage, at_least: 0.9 }` where it is 0.6
    - Right: `{ list: coffees, figure: coverage, at_least: 0.5 }`

    # quality/worse
    A figure is worse than in the committed baseline, by more than `slack`.
    - Why: A figure that gets worse in small steps is noticed only by comparing with the last accepted one.
    - Wrong: a coverage of 0.5, and 0.6 in the baseline
    - Right: a coverage of 0.61
    """#
}
