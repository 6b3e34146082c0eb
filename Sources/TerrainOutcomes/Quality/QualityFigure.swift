/// What is measured of a list, by name: `Documentation/reference/quality.md` defines each.
package enum QualityFigure {
  /// The names, in the order in which they are shown.
  package static let names = [
    "lists", "full", "empty", "coverage", "gini", "effective_size", "first_place", "diversity", "group_distance",
    "first_repeated_7", "first_repeated_30", "set_repeated_7", "set_repeated_30", "reasons_repeated", "out_of_season",
    "out_of_hours",
  ]
}
