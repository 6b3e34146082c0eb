extension Command {
  /// `terrain constitution`: what a person is like.
  static let constitution = Command(
    name: "constitution", summary: "Say what a person is like, axis by axis, and what to watch for",
    discussion: requestShape, operands: [requestOperand], options: [.pack, .set, pageOption, daysOption, .json],
    run: { arguments, console in showPage("constitution", arguments, console) })
}
