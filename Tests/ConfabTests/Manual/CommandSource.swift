import Foundation

/// A manual page in mdoc that describes several commands, parsed into the description of each.
struct CommandSource {
    struct Item {
        var text: [String] = []
        /// The descriptions of the options, by the text after `.It`.
        var options: [String: [String]] = [:]
    }

    private let lines: [String]
    private let items: [[String]: Item]

    init(_ name: String) throws {
        lines = try Repository.text("man/" + name).split(separator: "\n").map(String.init)
        items = Self.items(in: Self.section("DESCRIPTION", of: lines))
    }

    func item(_ words: [String]) -> Item? { items[words] }

    /// Returns the section with its title.
    func section(_ title: String) -> [String] { [".Sh \(title)"] + Self.section(title, of: lines) }

    /// The description of how a chat is named.
    var chatNaming: [String] {
        let part = Self.section("DESCRIPTION", of: lines).drop { $0 != ".Ar chat" }.prefix { !$0.hasPrefix(".Bl") }
        return ["A"] + part
    }

    /// The text that applies to all objects.
    var introduction: [String] { section("OUTPUT").prefix { !$0.hasPrefix(".Ss ") }.map(\.self) }

    /// Returns the objects that a page names, and the objects that these name, in the order of this page.
    func shapes(namedIn lines: [String], of words: [String]) -> [String] {
        let parts = Self.section("OUTPUT", of: self.lines).split { $0.hasPrefix(".Ss ") }.dropFirst()
        let titles = self.lines.filter { $0.hasPrefix(".Ss ") }.map { String($0.dropFirst(4)) }
        let all = zip(titles, parts).map { (title: $0, lines: Array($1)) }
        func named(in lines: some Sequence<String>) -> [String] {
            all.map(\.title).filter { title in lines.contains { $0.hasPrefix(".Sx \"\(title)\"") } }
        }
        var wanted = named(in: lines)
        // For a command that is described in confab(1), the object names its command.
        wanted += all.filter { $0.lines.prefix(2) == ["Of", ".Cm \(words.joined(separator: " "))"] }.map(\.title)
        var next = 0
        while next < wanted.count {
            let part = all.first { $0.title == wanted[next] }
            wanted += named(in: part?.lines ?? []).filter { !wanted.contains($0) }
            next += 1
        }
        return all.filter { wanted.contains($0.title) }.flatMap { [".Ss \($0.title)"] + $0.lines }
    }

    /// Returns the examples that contain the command.
    func examples(of words: [String]) -> [String] {
        var examples: [[String]] = [[]]
        for (index, line) in Self.section("EXAMPLES", of: lines).enumerated() {
            let isEnd = examples[examples.count - 1].last.map { $0.hasPrefix(".Dl") || $0 == ".Ed" } ?? false
            if isEnd, !line.hasPrefix(".Dl") { examples.append([]) }
            if index > 0 || line != ".Pp" { examples[examples.count - 1].append(line) }
        }
        let command = "confab " + words.joined(separator: " ")
        let wanted = examples.filter { $0.contains { !$0.hasPrefix(".Xr") && $0.contains(command) } }
        return wanted.enumerated().flatMap { index, lines in
            index == 0 && lines.first == ".Pp" ? Array(lines.dropFirst()) : lines
        }
    }

    private static func section(_ title: String, of lines: [String]) -> [String] {
        Array(lines.drop { $0 != ".Sh \(title)" }.dropFirst().prefix { !$0.hasPrefix(".Sh ") })
    }

    /// Returns the items of the lists of commands, the nested lists of subcommands, and the lists of options below
    /// these.
    private static func items(in lines: [String]) -> [[String]: Item] {
        var items: [[String]: Item] = [:]
        // The enclosing command of each open list, and the option that the line describes.
        var commands: [String?] = []
        var option: String?
        for line in lines {
            if line.hasPrefix(".Bl") {
                commands.append(nil)
                continue
            }
            if line.hasPrefix(".El") {
                _ = commands.popLast()
                option = nil
                continue
            }
            guard !commands.isEmpty else { continue }
            let words = line.split(separator: " ").map(String.init)
            if line.hasPrefix(".It Cm "), words.count > 2 {
                (commands[commands.count - 1], option) = (words[2], nil)
                items[commands.compactMap(\.self), default: Item()] = Item()
            } else if line.hasPrefix(".It ") {
                option = String(line.dropFirst(4))
                items[commands.compactMap(\.self), default: Item()].options[option ?? ""] = []
            } else if let option {
                items[commands.compactMap(\.self), default: Item()].options[option, default: []].append(line)
            } else {
                items[commands.compactMap(\.self), default: Item()].text.append(line)
            }
        }
        return items
    }
}
