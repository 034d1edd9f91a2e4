import MatrixAPI

@testable import Confab

/// The manual pages of the commands. The program's own help gives the options, and confab-cli(7), confab(1) and
/// confab-login(1) give the descriptions.
struct CommandPages {
    /// The commands whose pages are written by hand.
    static let writtenByHand: Set<String> = ["login", "serve", "notify"]
    static let mark = #".\" Made from the commands and from confab-cli(7), confab(1) and confab-login(1) by"#

    private let commands: [(words: [String], json: JSONValue)]
    private let sources: [CommandSource]
    private let output: CommandSource

    init() throws {
        commands = Self.leaves(of: try CommandTree.dump(), after: [])
        output = try CommandSource("confab-cli.7")
        sources = [output, try CommandSource("confab.1"), try CommandSource("confab-login.1")]
    }

    /// The words of each command without subcommands, as in `keys export`.
    var names: [[String]] { commands.map(\.words) }

    static func path(_ words: [String]) -> String { "man/confab-\(words.joined(separator: "-")).1" }

    /// - Returns: The pages by their paths. Undescribed options are missing in them, which ``ManualTests`` report.
    var all: [String: String] {
        var pages: [String: String] = [:]
        for command in commands where !Self.writtenByHand.contains(command.words[0]) {
            pages[Self.path(command.words)] = page(command.words, command.json)
        }
        return pages
    }

    private func page(_ words: [String], _ command: JSONValue) -> String {
        let name = "confab-" + words.joined(separator: "-")
        let source = sources.first { $0.item(words)?.options.isEmpty == false } ?? output
        let item = source.item(words) ?? CommandSource.Item()
        let options = (command["arguments"]?.array ?? []).filter { $0["kind"]?.string != "positional" }
        var lines = [
            Self.mark, #".\" CONFAB_RECORD_PICTURES=1 swift test --filter CommandPages; don't edit."#,
            ".Dd November 26, 2026", ".Dt \(name.uppercased()) 1", ".Os", ".Sh NAME", ".Nm \(name)",
            ".Nd \(Self.title(command["abstract"]?.string ?? ""))", ".Sh SYNOPSIS", ".Nm confab",
            ".Cm \(words.joined(separator: " "))",
        ]
        let arguments = (command["arguments"]?.array ?? []).filter { !Self.isOfAll($0) }
        lines += arguments.map(Self.synopsis)
        lines += [".Sh DESCRIPTION"] + item.text
        if arguments.contains(where: { $0["valueName"]?.string == "chat" }), words != ["join"] {
            lines += [".Pp"] + output.chatNaming
        }
        let described = options.filter { !Self.isOfAll($0) }.flatMap { option in
            [".It \(Self.head(option))"] + (item.options[Self.head(option)] ?? [])
        }
        if !described.isEmpty { lines += [".Pp", "The options are:", ".Bl -tag -width Ds"] + described + [".El"] }
        let shapes = output.shapes(namedIn: lines, of: words)
        if !shapes.isEmpty { lines += output.introduction + shapes }
        lines += source.section("EXIT STATUS")
        let examples = source.examples(of: words)
        if !examples.isEmpty { lines += [".Sh EXAMPLES"] + examples }
        lines += [".Sh SEE ALSO", ".Xr confab 1 ,", ".Xr confab-cli 7"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Whether every command accepts the option.
    private static func isOfAll(_ argument: JSONValue) -> Bool {
        let names = argument["names"]?.array?.compactMap { $0["name"]?.string } ?? []
        return names.contains("help") || names.contains("version")
    }

    private static func title(_ abstract: String) -> String {
        let text = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Returns the head of an option's description, as in `Fl -limit Ar number`.
    private static func head(_ option: JSONValue) -> String {
        let name = "Fl -" + (option["preferredName"]?["name"]?.string ?? "")
        return option["kind"]?.string == "option" ? name + " Ar " + (option["valueName"]?.string ?? "") : name
    }

    private static func synopsis(_ argument: JSONValue) -> String {
        let isPositional = argument["kind"]?.string == "positional"
        let repeats = argument["isRepeating"]?.bool == true ? " ..." : ""
        let head = isPositional ? "Ar " + (argument["valueName"]?.string ?? "") + repeats : head(argument)
        return isPositional && argument["isOptional"]?.bool != true ? "." + head : ".Op " + head
    }

    private static func leaves(of command: JSONValue, after parent: [String]) -> [(words: [String], json: JSONValue)] {
        let subcommands = (command["subcommands"]?.array ?? []).filter { $0["commandName"]?.string != "help" }
        if subcommands.isEmpty { return [(parent, command)] }
        return subcommands.flatMap { leaves(of: $0, after: parent + [$0["commandName"]?.string ?? ""]) }
    }
}
