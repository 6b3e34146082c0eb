/// Whether a thread is in the middle of a line that it writes in parts.
struct LineHold {
  var isHeld = false
  /// Which of the lines that are written in parts it is.
  var number = 0
}
