/// The commands, options and exit codes in a manual page in mdoc.
struct ManualPage {
    private let lines: [String]

    init(text: String) {
        lines = text.split(separator: "\n").map(String.init)
    }

    /// Returns the options with their commands, as in `confab login --token`, from the lists in the description. The
    /// value of an option stands after it.
    ///
    /// - Parameter command: The words of the command that the page is about.
    func described(under command: String) -> Set<String> {
        var named: Set<String> = []
        var commands = [command]
        for line in section("DESCRIPTION") {
            if line.hasPrefix(".Bl") { commands.append(commands.last ?? command) }
            if line.hasPrefix(".El") { commands.removeLast() }
            guard line.hasPrefix(".It "), commands.count > 1 else { continue }
            let words = line.split(separator: " ").dropFirst().map(String.init)
            if words.first == "Cm", words.count > 1 {
                commands[commands.count - 1] = "\(commands[commands.count - 2]) \(words[1])"
                named.insert(commands[commands.count - 1])
            } else if words.first == "Fl" {
                named.formUnion(Self.options(in: words).map { "\(commands[commands.count - 2]) \($0)" })
            }
        }
        return named
    }

    /// Like ``described(under:)``, for the synopsis.
    func inSynopsis(of command: String) -> Set<String> {
        var named: Set<String> = []
        var current = command
        for line in section("SYNOPSIS") {
            let words = line.dropFirst().split(separator: " ").map(String.init)
            if words.first == "Nm" { current = command }
            if words.first == "Cm", words.count > 1 {
                // A subcommand stands after its command.
                current = command
                for word in words.dropFirst() {
                    current += " \(word)"
                    named.insert(current)
                }
            }
            named.formUnion(Self.options(in: words).map { "\(current) \($0)" })
        }
        return named
    }

    /// The exit codes under EXIT STATUS.
    var exitCodes: Set<Int32> {
        Set(section("EXIT STATUS").compactMap { $0.hasPrefix(".It ") ? Int32($0.dropFirst(4)) : nil })
    }

    /// The commands under COMMANDS, as in `/invite @bo:example.org`.
    var slashCommands: Set<String> {
        Set(
            section("COMMANDS").filter { $0.hasPrefix(".It Cm /") }.map { line in
                line.split(separator: " ").dropFirst(2).filter { $0 != "Ar" }.joined(separator: " ")
            })
    }

    private func section(_ title: String) -> ArraySlice<String> {
        guard let start = lines.firstIndex(of: ".Sh \(title)") else { return [] }
        let rest = lines[(start + 1)...]
        return rest.prefix { !$0.hasPrefix(".Sh ") }
    }

    /// `Fl -token Ar token` is `--token token`.
    private static func options(in words: [String]) -> [String] {
        words.indices.filter { words[$0] == "Fl" && $0 + 1 < words.count }.map { index in
            let name = "-" + words[index + 1]
            let takes = index + 3 < words.count && words[index + 2] == "Ar" ? " " + words[index + 3] : ""
            return name + takes
        }
    }
}
