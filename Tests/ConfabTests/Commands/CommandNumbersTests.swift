import ArgumentParser
import Foundation
import MatrixAPI
import MatrixClient
import Presentation
import Testing

@testable import Confab
@testable import ConfabBench

/// Gives extreme numbers to every numeric option of all commands. The options come from the help of the programs, so
/// that a new option is covered, unless its command requires others. An arithmetic overflow crashes the whole process,
/// including this test.
@Suite(.timeLimit(.minutes(5))) struct CommandNumbersTests {
    /// None of these is within the range of any option.
    private static let numbers = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "4611686018427387904", "9007199254740993", "1e308", "-1e308", "-1", "-0.0", "0.5",
        "nan", "NaN", "inf", "-inf",
    ]

    @Test func numericOptionsRejectNumbersOutOfRange() throws {
        let programs: [any ParsableCommand.Type] = [ConfabCommand.self, BenchCommand.self]
        let options = try programs.flatMap { try ValueOption.all(of: $0) }.filter(\.isNumeric)
        for option in options {
            for number in Self.numbers + [" 1", "1 ", "0x10", ""] {
                #expect(!option.takes(number), "\(option.name) = “\(number)”")
            }
            // Some ranges begin with 0. Either way the command must survive it.
            _ = option.takes("0")
        }
        // Otherwise the help has another form, and no option is found any more.
        let known: Set = [
            "confab read --limit", "confab search --limit", "confab send --timeout",
            "confab serve --access-token-lifetime", "confab serve --connections-per-address",
            "confab serve --write-rate", "confab serve --largest-file", "confab serve --files-per-account",
            "confab serve --files-in-all", "confab-bench check --rounds", "confab-bench client --chats",
            "confab-bench client --messages", "confab-bench client --scroll", "confab-bench compare --seconds",
            "confab-bench denial --seconds", "confab-bench encryption --people", "confab-bench server --idle",
        ]
        #expect(known.subtracting(options.map(\.name)).sorted() == [])
    }

    /// The arithmetic after parsing has room for the largest numbers that parsing accepts.
    @Test func largestAcceptedNumbersDoNotOverflow() throws {
        let lifetime = ["--access-token-lifetime", "315360000"]
        let counts = ["--write-rate", "100000", "--connections-per-address", "16384"]
        let sizes = ["--largest-file", "--files-per-account", "--files-in-all"].flatMap { [$0, "1099511627775"] }
        // The limits are computed while the command is parsed.
        let serve = try ConfabCommand.parseAsRoot(["serve"] + lifetime + counts + sizes) as? ServeCommand
        let milliseconds = try serve?.tokenLifetime()
        #expect(milliseconds == 315_360_000_000)
        let send = try ConfabCommand.parseAsRoot(["send", "Tea", "hello", "--timeout", "86400"]) as? SendCommand
        #expect(send?.patience == 86_400_000)
        let read = try ConfabCommand.parseAsRoot(["read", "Tea", "--limit", "100000"]) as? ReadCommand
        #expect(read?.limit == 100_000)
    }

    @Test(arguments: numbers + ["65536"]) func addressesRejectInvalidPorts(port: String) {
        #expect(throws: ProgramError.self) { try ServedAddress(typed: "127.0.0.1:\(port)") }
        #expect(throws: MatrixClientError.self) {
            try HomeserverLocation(userInput: "http://127.0.0.1:\(port)", allowsInsecure: false)
        }
    }

    @Test(arguments: numbers + ["0", "13", "32"]) func searchRejectsInvalidDates(number: String) {
        let dates = [number, "\(number)-11-21", "2026-\(number)", "2026-\(number)-21", "2026-11-\(number)"]
        // 13 is a day, but no month.
        for date in dates where date != "2026-11-13" {
            for filter in ["before", "after"] {
                let search = MessageSearchArchive("\(filter):\(date)", today: Date(timeIntervalSince1970: 0))
                #expect(search.unknown == date)
            }
        }
    }
}

/// An option of a command that takes a value.
private struct ValueOption {
    private let program: any ParsableCommand.Type
    /// The words of the command, without the program.
    private let command: [String]
    private let option: String
    private let positionalCount: Int
    /// The option as it is typed, as in `confab read --limit`.
    let name: String

    /// Returns the options of a program and its subcommands.
    static func all(of program: any ParsableCommand.Type) throws -> [ValueOption] {
        let dump = try CommandTree.dump(program)
        return all(in: dump, of: program, root: dump["commandName"]?.string ?? "", command: [])
    }

    private static func all(
        in dump: JSONValue, of program: any ParsableCommand.Type, root: String, command: [String]
    ) -> [ValueOption] {
        let arguments = dump["arguments"]?.array ?? []
        let positionalCount = arguments.count(where: { $0["kind"]?.string == "positional" })
        let names = arguments.filter { $0["kind"]?.string == "option" }.compactMap { argument in
            argument["names"]?.array?.first(where: { $0["kind"]?.string == "long" })?["name"]?.string
        }
        let own = names.map { name in
            ValueOption(
                program: program, command: command, option: "--" + name, positionalCount: positionalCount,
                name: ([root] + command + ["--" + name]).joined(separator: " "))
        }
        let others = (dump["subcommands"]?.array ?? []).flatMap { sub -> [ValueOption] in
            guard let name = sub["commandName"]?.string, name != "help" else { return [] }
            return all(in: sub, of: program, root: root, command: command + [name])
        }
        return own + others
    }

    /// Whether it takes numbers and no other text.
    var isNumeric: Bool { !takes("x") && ["1", "7", "1000000"].contains { takes($0) } }

    func takes(_ value: String) -> Bool {
        let words = command + ["\(option)=\(value)"] + Array(repeating: "x", count: positionalCount)
        return (try? program.parseAsRoot(words)) != nil
    }
}
