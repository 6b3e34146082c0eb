import TerrainBase

/// A quiz laid out flat, for one thread: what each option adds, without a reference to follow.
final class QuizTable {
  let axes: Int
  let questions: Int
  /// The questions' names.
  let names: NameTable
  /// For each question its options' names.
  private let options: [NameTable]
  /// Every flag of any option, none twice.
  let flags: [Text]

  /// For each question where its options begin, and one more.
  private let firstOption: UnsafeMutablePointer<Int>
  /// For each option of any question, what it adds to each axis.
  private let moves: UnsafeMutablePointer<Int64>
  /// For each option of any question where its flags begin in ``flagNumbers``, and one more.
  private let firstFlag: UnsafeMutablePointer<Int>
  private let flagNumbers: UnsafeMutablePointer<Int>

  /// The table of `quiz`.
  init(_ quiz: Quiz) {
    var flags: [Text] = []
    for option in quiz.questions.flatMap({ $0.options }) {
      for flag in option.flags where !flags.contains(flag) { flags.append(flag) }
    }
    self.flags = flags
    axes = quiz.axes.count
    questions = quiz.questions.count
    names = NameTable(quiz.questions.map { $0.id })
    options = quiz.questions.map { NameTable($0.options.map { $0.id }) }
    let all = quiz.questions.flatMap { $0.options }
    firstOption = .allocate(capacity: questions + 1)
    var count = 0
    for (index, question) in quiz.questions.enumerated() {
      (firstOption + index).initialize(to: count)
      count += question.options.count
    }
    (firstOption + questions).initialize(to: count)
    moves = .allocate(capacity: max(1, count * axes))
    moves.initialize(repeating: 0, count: max(1, count * axes))
    let numbers = all.map { option in option.flags.compactMap { flags.firstIndex(of: $0) } }
    firstFlag = .allocate(capacity: count + 1)
    flagNumbers = .allocate(capacity: max(1, numbers.reduce(0) { $0 + $1.count }))
    var flagCount = 0
    for (index, option) in all.enumerated() {
      for move in option.moves { moves[index * axes + move.axis] &+= move.units }
      (firstFlag + index).initialize(to: flagCount)
      for number in numbers[index] {
        (flagNumbers + flagCount).initialize(to: number)
        flagCount += 1
      }
    }
    (firstFlag + count).initialize(to: flagCount)
  }

  deinit {
    firstOption.deallocate()
    moves.deallocate()
    firstFlag.deallocate()
    flagNumbers.deallocate()
  }

  /// The position of the option of question `question` whose name is the `length` bytes at `name`, or -1.
  @inline(__always)
  func option(_ name: UnsafePointer<UInt8>, _ length: Int, of question: Int) -> Int {
    options[question].position(name, length, guess: 0)
  }

  /// Adds what option `option` of question `question`, which are in the quiz, moves; its flags, as positions in ``flags``.
  @inline(__always)
  func add(
    _ option: Int32, of question: Int, to sums: UnsafeMutablePointer<Int64>
  ) -> UnsafeBufferPointer<Int> {
    let index = firstOption[question] &+ Int(option)
    let row = moves + index &* axes
    for axis in 0..<axes { sums[axis] &+= row[axis] }
    return UnsafeBufferPointer(start: flagNumbers + firstFlag[index], count: firstFlag[index &+ 1] &- firstFlag[index])
  }
}
