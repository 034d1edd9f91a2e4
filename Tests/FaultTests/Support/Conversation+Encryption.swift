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

    /// Waits until the server has the keys of both people. Without them nobody can encrypt for them.
    func waitForKeys() async throws {
        guard isEncrypted else { return }
        let (people, deadline) = ([ana.userID, bo.userID], ContinuousClock.now + .seconds(60))
        while try await bo.client.queryKeys(of: people).deviceKeys.count(where: { !$0.value.isEmpty }) < people.count {
            guard ContinuousClock.now < deadline else { throw ScreenFailure.notSeen("keys of both", screen: "none") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Waits until a person's open chat ends with the given lines, oldest first.
    func expectOnScreen(of reader: Person, _ said: [(sender: Person, lines: [String])]) async throws {
        for (sender, lines) in said where !lines.isEmpty {
            let all = Set(lines)
            let end = "\(lines.suffix(5)) of \(sender.name)'s"
            try await reader.screen.waitUntil(end, timeout: .seconds(60)) { screen in
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
