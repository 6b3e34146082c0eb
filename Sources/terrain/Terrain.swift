import TerrainBase
import TerrainDocuments

/// The program.
@main
enum Terrain {
  static func main() {
    Signals.ignoreBrokenPipes()
    Signals.noticeChildren()
    CurrentProcess.keepStandardDescriptors()
    let console = Console.process()
    let status = run(Array(CommandLine.arguments.dropFirst()), console: console)
    withExtendedLifetime(console) { CurrentProcess.end(status.rawValue) }
  }

  /// Runs the command line `words`.
  static func run(_ words: [String], console: Console) -> ExitStatus {
    do throws(UsageError) {
      switch try ArgumentParser(root: .terrain).parse(words) {
      case .help(let path):
        console.write(HelpPage(path: path).text)
        return .success
      case .version:
        console.write("\(Console.program) \(Command.version)\n")
        return .success
      case .run(let command, let arguments):
        return perform(command, arguments, console)
      }
    } catch {
      let lines = error.description.split(separator: "\n").map { TerminalText.harmless(String($0)) }
      console.report("\(Console.program): \(lines.joined(separator: "\n"))\n")
      return .couldNotRun
    }
  }

  private static func perform(_ command: Command, _ arguments: Arguments, _ console: Console) -> ExitStatus {
    guard let run = command.run else { return .couldNotRun }
    do {
      return try run(arguments, console)
    } catch let error as DiagnosticError {
      return console.report(error)
    } catch {
      console.report("\(Console.program): internal error: \(error)\n")
      return .couldNotRun
    }
  }
}
