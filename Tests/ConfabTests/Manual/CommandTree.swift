import ArgumentParser
import MatrixAPI

@testable import Confab

/// The commands and options that a program takes, as it tells them itself.
struct CommandTree {
    /// Commands, options and what they take, as in `confab login --token token`, without what every command has.
    let words: Set<String>

    /// - Parameter command: the program's first.
    init(of command: any ParsableCommand.Type = ConfabCommand.self) throws {
        words = CommandTree.words(of: try Self.dump(command), after: "")
    }

    /// A command with those below it, as ArgumentParser describes them.
    static func dump(_ command: any ParsableCommand.Type = ConfabCommand.self) throws -> JSONValue {
        var text = ""
        do {
            _ = try command.parseAsRoot(["--experimental-dump-help"])
        } catch {
            text = command.fullMessage(for: error)
        }
        return try JSONValue(parsing: Array(text.utf8))["command"] ?? .null
    }

    private static func words(of command: JSONValue, after parent: String) -> Set<String> {
        let name = parent + (command["commandName"]?.string ?? "")
        var words: Set<String> = parent.isEmpty ? [] : [name]
        for argument in command["arguments"]?.array ?? [] where argument["kind"]?.string != "positional" {
            for option in argument["names"]?.array ?? [] {
                let isLong = option["kind"]?.string == "long"
                let text = (isLong ? "--" : "-") + (option["name"]?.string ?? "")
                if !parent.isEmpty, ["--version", "--help", "-h"].contains(text) { continue }
                let takes = argument["kind"]?.string == "option" ? " " + (argument["valueName"]?.string ?? "") : ""
                words.insert("\(name) \(text)\(takes)")
            }
        }
        // ArgumentParser's own: what `--help` does as well.
        for sub in command["subcommands"]?.array ?? [] where sub["commandName"]?.string != "help" {
            words.formUnion(Self.words(of: sub, after: name + " "))
        }
        return words
    }
}
