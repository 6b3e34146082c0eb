/// Scripts that let a shell complete commands, options and their values, read off the commands' descriptions.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The script for the program whose top command is `root`.
  func text(for root: Command) -> String {
    switch self {
    case .bash: bash(root)
    case .zsh: "#compdef \(root.name)\nautoload -U +X bashcompinit && bashcompinit\n" + bash(root)
    case .fish: fish(root)
    }
  }

  /// Every command with the words that lead to it, parents first.
  private func walk(_ command: Command, _ words: [String] = []) -> [(words: [String], command: Command)] {
    [(words, command)] + command.subcommands.flatMap { walk($0, words + [$0.name]) }
  }

  private func bash(_ root: Command) -> String {
    let commands = walk(root)
    let steps = commands.dropFirst().map { words, command in
      "      '\((["."] + words.dropLast()).joined(separator: "/")) \(command.name)') path=\((["."] + words).joined(separator: "/")) ;;"
    }
    let values = commands.flatMap { words, command in
      command.options.compactMap { option -> String? in
        let key = "\((["."] + words).joined(separator: "/")) --\(option.name)"
        switch option.kind {
        case .flag: return nil
        case .value, .number: return "    '\(key)') return ;;"
        case .path: return "    '\(key)') COMPREPLY=($(compgen -f -- \"$word\")); return ;;"
        case .choice(let words):
          return "    '\(key)') COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\")); return ;;"
        }
      }
    }
    let offers = commands.map { words, command in
      let offered = command.children.map(\.name) + command.options.map { "--\($0.name)" } + ["--help"]
      let files = command.operands.isEmpty ? "" : " files=yes"
      return "    \((["."] + words).joined(separator: "/"))) offer='\(offered.joined(separator: " "))'\(files) ;;"
    }
    return """
      _\(root.name)() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} path=. offer= files= index
        for ((index = 1; index < COMP_CWORD; index++)); do
          case "$path ${COMP_WORDS[index]}" in
      \(steps.joined(separator: "\n"))
          esac
        done
        case "$path $before" in
      \(values.joined(separator: "\n"))
        esac
        case $path in
      \(offers.joined(separator: "\n"))
        esac
        COMPREPLY=($(compgen -W "$offer" -- "$word"))
        [[ -z $files || $word == -* ]] || COMPREPLY+=($(compgen -f -- "$word"))
      }
      complete -o filenames -F _\(root.name) \(root.name)

      """
  }

  private func fish(_ root: Command) -> String {
    var lines = ["complete -c \(root.name) -f"]
    for (words, command) in walk(root) {
      let seen = words.map { "__fish_seen_subcommand_from \($0)" }
      let unseen =
        command.children.isEmpty
        ? [] : ["not __fish_seen_subcommand_from \(command.children.map(\.name).joined(separator: " "))"]
      let condition = (seen + unseen).joined(separator: "; and ")
      let here = "complete -c \(root.name)" + (condition.isEmpty ? "" : " -n '\(condition)'")
      for subcommand in command.subcommands {
        lines.append("\(here) -a \(subcommand.name) -d '\(quoted(subcommand.summary))'")
      }
      for option in command.options {
        let value =
          switch option.kind {
          case .flag: ""
          case .value, .number: " -x"
          case .path: " -r -F"
          case .choice(let words): " -x -a '\(words.joined(separator: " "))'"
          }
        let letter = option.letter.map { " -s \($0)" } ?? ""
        lines.append("\(here) -l \(option.name)\(letter)\(value) -d '\(quoted(option.help))'")
      }
      if !command.operands.isEmpty { lines.append("\(here) -F") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
