extension Command {
  /// `terrain insight`: what a day is about.
  static let insight = Command(
    name: "insight", summary: "Say what a day is about, and what to do and leave",
    discussion: requestShape, operands: [requestOperand], options: [.pack, .set, pageOption, daysOption, .json],
    run: { arguments, console in showPage("insight", arguments, console) })
}
