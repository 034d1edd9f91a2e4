import ArgumentParser
import MatrixAPI

@testable import Confab

/// The commands and options of a program, as its own help describes them.
struct CommandTree {
    /// The commands, options and option values, as in `confab login --token token`. Options that every command has
    /// are left out.
    let words: Set<String>

    /// - Parameter command: The root command of the program.
    init(of command: any ParsableCommand.Type = ConfabCommand.self) throws {
        words = CommandTree.words(of: try Self.dump(command), after: "")
    }

    /// Returns a command with its subcommands, as ArgumentParser describes them.
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
        // ArgumentParser adds this command, which does the same as `--help`.
        for sub in command["subcommands"]?.array ?? [] where sub["commandName"]?.string != "help" {
            words.formUnion(Self.words(of: sub, after: name + " "))
        }
        return words
    }
}
