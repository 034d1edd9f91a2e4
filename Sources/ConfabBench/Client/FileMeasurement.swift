import Foundation
import TestSupport

/// The source files that run for a letter in the composer, for a line that is sent, and for a line that arrives, in an
/// encrypted chat of two at 80×24.
///
/// Callgrind counts each instruction of the program on its own, and the line tables name the files of its address,
/// those of inlined functions included. An instruction counts if it runs in each of several turns, since work in the
/// background may fall into one of them. The environment's `CONFAB_PROFILES` may name a directory, in which the lists
/// of files are kept.
struct FileMeasurement {
    /// From a letter until it is on screen and its draft is stored.
    static let letter = "a letter: files"
    /// From Enter until the other person has read the line.
    static let enter = "a sent line: files"
    /// From the other person's Enter until the line is on screen and marked as read.
    static let line = "an arriving line: files"

    /// The turns before the count, so that everything is loaded.
    private static let first = 3

    /// Returns the figures, or none if the program has no line tables.
    func figures() async throws -> [Figure] {
        let chat = try await PeopleInChat()
        try await chat.close(chat.ana)
        let program = try CountedProgram(home: chat.ana.home, countsAddresses: true)
        let (ana, bo) = (program.screen, chat.bo.screen)
        try await ana.waitFor("online")
        // Both terminals have the focus, so that lines are marked as read.
        for screen in [ana, bo] { screen.send("\u{1B}[I") }

        var addresses: [String: Set<Substring>] = [:]
        var dumps = 0
        func count(_ name: String, _ turn: Int, _ body: () async throws -> Void) async throws {
            dumps += 1
            let counted = try await program.addresses(ofDump: dumps) {
                try await body()
                try await ana.waitForRest()
            }
            if turn > Self.first { addresses[name] = addresses[name]?.intersection(counted) ?? counted }
        }
        for turn in 1...Self.first + CountedProgram.turns {
            ana.send("tea at \(turn)")
            try await ana.waitFor("▏tea at \(turn)")
            try await ana.waitForRest()
            try await count(Self.letter, turn) {
                ana.send("?")
                try await ana.waitFor("▏tea at \(turn)?")
            }
            try await count(Self.enter, turn) {
                ana.send(.enter)
                try await ana.waitFor("tea at \(turn)?", endingIn: "read")
            }
            bo.send("yes, at \(turn)")
            try await bo.waitFor("▏yes, at \(turn)")
            try await ana.waitForRest()
            try await count(Self.line, turn) {
                bo.send(.enter)
                try await ana.waitFor("yes, at \(turn)")
            }
        }
        for screen in [ana, bo] { screen.terminate(SIGKILL) }
        _ = try await chat.server.stop()
        return try await figures(addresses)
    }

    private func figures(_ addresses: [String: Set<Substring>]) async throws -> [Figure] {
        var figures: [Figure] = []
        let lists = [(Self.letter, "files-letter.txt"), (Self.enter, "files-enter.txt"), (Self.line, "files-line.txt")]
        for (name, list) in lists {
            let files = try await LineTables.files(at: addresses[name] ?? [])
            if files.isEmpty { return [] }
            if let directory = ProcessInfo.processInfo.environment["CONFAB_PROFILES"] {
                let text = files.sorted().joined(separator: "\n") + "\n"
                try Data(text.utf8).write(to: URL(filePath: directory + "/" + list))
            }
            figures.append(Figure(name: name, unit: .count, samples: [Double(files.count)]))
        }
        return figures
    }
}

/// The line tables of the program, which name the source files of its addresses.
enum LineTables {
    private static let tool = "/usr/bin/addr2line"

    /// The programs that are missing here; without them no file is found.
    static var missing: [String] { FileManager.default.isExecutableFile(atPath: tool) ? [] : [tool] }

    /// Returns the project's files at these addresses, as `Panes/Chat/ChatPane.swift`. It is empty if the program has
    /// no line tables.
    static func files(at addresses: Set<Substring>) async throws -> Set<Substring> {
        // addr2line is many times slower if the addresses jump.
        let process = try CommandProcess(
            tool, arguments: ["--inlines", "--exe=" + ProgramLocation.confab], environment: [:],
            input: addresses.sorted().joined(separator: "\n") + "\n")
        let result = try await process.waitForExit()
        guard result.exit == .status(0) else { throw BenchError.toolFailed(tool) }
        return files(in: result.output)
    }

    /// Returns the project's files in the output of addr2line, and none of its dependencies.
    static func files(in output: String) -> Set<Substring> {
        let paths = Set(output.split(separator: "\n").map { $0.prefix { $0 != ":" } })
        // The target of the main program runs with each event, and no dependency has a target of this name.
        let target = "/Sources/Confab/"
        guard let own = paths.first(where: { $0.contains(target) }), let range = own.range(of: target) else {
            return []
        }
        let sources = own[..<range.lowerBound] + "/Sources/"
        return Set(paths.filter { $0.hasPrefix(sources) }.map { $0.dropFirst(sources.count) })
    }
}
