extension Command {
  /// `terrain today`: one page for one day.
  static let today = Command(
    name: "today", summary: "Put one day on one page",
    discussion: requestShape, operands: [requestOperand], options: [.pack, .set, pageOption, daysOption, .json],
    run: { arguments, console in showPage("today", arguments, console) })
}
