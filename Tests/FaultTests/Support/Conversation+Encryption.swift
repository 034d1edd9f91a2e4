import GRDB
import MatrixAPI
import MatrixClient
import MatrixCrypto
import TestSupport
import Testing

/// Checks of chats that the server can't read.
extension Conversation {
    /// Expects as many encrypted lines of each person as were sent, and none in plaintext. Each must have a distinct
    /// index in its session, because two lines encrypted with one key would reveal both.
    func expectSealed(_ said: [(sender: Person, lines: [String])], in chat: String) async throws {
        let events = try await events(of: chat)
        let sealed = events.filter { $0.type == "m.room.encrypted" }
        for (sender, lines) in said {
            #expect(sealed.count { $0.sender == sender.userID } == lines.count, "events of \(sender.name)'s")
        }
        #expect(!events.contains { $0.type == "m.room.message" })
        let places = try sealed.map { event in
            let message = try MegolmMessage(base64: event.content["ciphertext"]?.string ?? "")
            return "\(event.content["session_id"]?.string ?? "") \(message.index)"
        }
        #expect(Set(places).count == places.count, "two messages by one key")
    }

    /// Waits until the server has the keys of both people, signed by their identities, and both programs know that.
    /// Without the signature a device gets no keys of the chat.
    func waitForKeys() async throws {
        guard isEncrypted else { return }
        let people = [ana.userID, bo.userID]
        while try await !bo.client.queryKeys(of: people).hasSignedDevices(of: people) {
            guard await Pause.milliseconds(10) else { throw ScreenFailure.notSeen("keys of both", screen: "none") }
        }
        for (person, other) in [(ana, bo), (bo, ana)] {
            while try await !knows(person, other) {
                guard await Pause.milliseconds(10) else {
                    throw ScreenFailure.notSeen("\(person.name) to know \(other.name)'s keys", screen: "none")
                }
            }
        }
    }

    /// Whether a person's program has the other's signed device, or will ask for it before it sends.
    private func knows(_ person: Person, _ other: Person) async throws -> Bool {
        let queue = try DatabaseQueue(path: person.database)
        defer { try? queue.close() }
        let userID = other.userID
        return try await queue.read { database in
            let isOutdated = try Bool.fetchOne(
                database, sql: "SELECT is_outdated FROM tracked_people WHERE user_id = ?", arguments: [userID])
            guard isOutdated == false else { return true }
            let devices = try String.fetchAll(
                database, sql: "SELECT keys FROM devices WHERE user_id = ?", arguments: [userID])
            return try devices.contains { keys in
                let signatures = try JSONValue(parsing: keys)["signatures"]?[userID]?.object
                return (signatures?.count ?? 0) > 1
            }
        }
    }

    /// Waits until a person's open chat ends with the given lines, oldest first.
    func expectOnScreen(of reader: Person, _ said: [(sender: Person, lines: [String])]) async throws {
        for (sender, lines) in said where !lines.isEmpty {
            let all = Set(lines)
            let end = "\(lines.suffix(5)) of \(sender.name)'s"
            try await reader.screen.waitUntil(end) { screen in
                let shown = screen.numberedLines.filter(all.contains)
                return !screen.chat.contains { $0.contains("Encrypted") } && lines.suffix(shown.count) == shown[...]
                    && screen.numberedLines.count >= min(40, said.reduce(0) { $0 + $1.lines.count })
            }
        }
    }

    /// Returns all events of a chat on the server, newest first.
    private func events(of chat: String) async throws -> [MatrixEvent] {
        var events: [MatrixEvent] = []
        var token: String?
        repeat {
            let page = try await bo.client.messages(roomID: chat, from: token, limit: 100)
            events += page.chunk
            token = page.end
        } while token != nil
        return events
    }
}
