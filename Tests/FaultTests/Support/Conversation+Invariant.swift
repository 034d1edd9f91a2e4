import Conversations
import Storage
import TestSupport
import Testing

/// The invariant of the fault tests: every accepted line appears exactly once for every reader, in its sender's
/// order, or it is visibly unsent.
extension Conversation {
    /// The number of lines that a screen of seventy rows always shows of the chat's end.
    private static let onScreen = 40

    /// Waits until every side has all lines, and then checks the server's events, each database and each screen.
    ///
    /// - Parameters:
    ///   - ana: The lines that ana wrote and her program accepted, oldest first; bo's likewise.
    ///   - unsent: The lines of ana that have to be visibly unsent, and nowhere else.
    func expectNothingLost(ana anas: [String] = [], bo bos: [String] = [], unsent: Set<String> = []) async throws {
        let said = [(ana, anas.filter { !unsent.contains($0) }), (bo, bos)]
        let waiting = anas.filter(unsent.contains)
        for reader in [ana, bo] {
            let own = reader === ana ? waiting : []
            if reader.isOpen { try await expectOnScreen(of: reader, said, waiting: own) }
            try await expectOnDisk(of: reader, said, waiting: own)
        }
        // No request is pending any more, so the server's content is final.
        try await expectOnServer(said)
    }

    /// Checks the server: each line verbatim, or the same number of encrypted ones.
    func expectOnServer(_ said: [(sender: Person, lines: [String])]) async throws {
        if isEncrypted { return try await expectSealed(said, in: roomID) }
        for (sender, lines) in said {
            #expect(try await linesOnServer(of: sender) == lines, "what the server has of \(sender.name)'s")
        }
    }

    /// Does the same check, and names the fault in the failure.
    func expectNothingLost(ana anas: [String] = [], bo bos: [String] = [], after fault: some Sendable) async throws {
        do {
            try await expectNothingLost(ana: anas, bo: bos)
        } catch {
            Issue.record("after \(fault): \(error)")
            throw error
        }
    }

    /// Returns the own lines in a person's database, with the lines in the outbox last.
    func linesOnDisk(of person: Person) throws -> [String] {
        let database = try ProfileDatabase.reading(path: person.database)
        defer { database.close() }
        return try kept(in: database)[person.userID, default: []] + database.outbox.lines(chatID: roomID).map(\.body)
    }

    private func expectOnScreen(
        of reader: Person, _ said: [(sender: Person, lines: [String])], waiting: [String]
    ) async throws {
        for (sender, lines) in said {
            let own = sender === reader ? lines + waiting : lines
            let all = Set(own)
            let end = Array(own.suffix(Self.onScreen))
            try await reader.screen.waitUntil("\(end) at \(reader.name)'s") { screen in
                let shown = screen.numberedLines.filter(all.contains)
                return shown.count >= end.count && own.suffix(shown.count) == shown[...]
            }
        }
        try await reader.screen.waitUntil("only \(waiting) as unsent") { screen in
            let unsent = screen.chat.filter { row in
                ["sending…", "unsent", "failed"].contains { row.contains($0) }
            }
            return unsent.count == waiting.count
                && waiting.allSatisfy { line in unsent.contains { $0.contains(line) } }
        }
    }

    private func expectOnDisk(
        of reader: Person, _ said: [(sender: Person, lines: [String])], waiting: [String]
    ) async throws {
        let database = try ProfileDatabase.reading(path: reader.database)
        defer { database.close() }
        while true {
            let kept = try kept(in: database)
            let unsent = try database.outbox.lines(chatID: roomID).map(\.body)
            let isRight = unsent == waiting && said.allSatisfy { kept[$0.sender.userID] ?? [] == $0.lines }
            if isRight { return }
            guard await Pause.milliseconds(50) else {
                throw ScreenFailure.notSeen(
                    "\(said.map { $0.lines }) and \(waiting) unsent on \(reader.name)'s disk",
                    screen: "\(kept), unsent \(unsent)")
            }
        }
    }

    /// Returns the lines in a database by sender, oldest first.
    private func kept(in database: ProfileDatabase) throws -> [String: [String]] {
        let window = try database.messages.window(chatID: roomID, startingAtOldest: 100_000)
        let lines = window.messages.map(\.message).filter { $0.kind == .text }
        return Dictionary(grouping: lines, by: \.sender).mapValues { $0.map(\.body) }
    }
}
