import TerrainAuthoring
import TerrainDocuments
import TerrainOutcomes
import TerrainPlatform
import TerrainValues

extension Option {
  /// The people over whom two versions are compared.
  static let peopleFrom = Option(
    name: "population", kind: .path("NAME|FILE"),
    help: "A population of the pack, or a file of people, NDJSON or CSV. Without it: \(PopulationFiles.standard)")
  /// What people of a group have in common.
  static let by = Option(
    name: "by", kind: .value("FIELD"),
    help: "Count groups: a field of the request or of the result, for example person.profile")
}

extension Arguments {
  /// The file of people that `--population` names; nil where it names no file.
  func peopleFile() throws(DiagnosticError) -> PeopleFile? {
    guard let name = value(of: .peopleFrom) else { return nil }
    return name == "-" || Folder.kind(of: name) == .file ? try .at(name) : nil
  }

  /// The accounts of the file of events that `--population` names; nil where it names something else.
  func accountsOfEvents() throws(DiagnosticError) -> PeopleFile? {
    guard let name = value(of: .peopleFrom), Folder.kind(of: name) == .file else { return nil }
    return try PeopleFile.accounts(of: SourceLines(path: name))
  }

  /// What the two versions that are compared are called.
  var versionTitles: (old: String, new: String) {
    let revision = value(of: .against)
    let new = operand(revision == nil ? 1 : 0) ?? "."
    let changes = values(of: .set).map { " with \($0)" }.joined()
    return (revision ?? operand(0) ?? "", new + changes)
  }

  /// The path that `--by` names.
  var group: [Text]? { value(of: .by)?.split(separator: ".").map { Text(String($0)) } }
}

extension Impact {
  /// Prints it as `arguments` require, and writes its page.
  func report(to console: Console, _ arguments: Arguments) throws(DiagnosticError) -> ExitStatus {
    if arguments.has(.json) { console.write(try json()) } else { console.write(text) }
    guard let path = arguments.value(of: .html) else { return .success }
    let (old, new) = arguments.versionTitles
    try OutputFile.write(Array(html(old, new).utf8), to: path)
    return .success
  }
}
