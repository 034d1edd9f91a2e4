import Conversations
import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing

/// Chats besides the one that both people have open.
extension Conversation {
    /// - Returns: The identifier of a chat that both have joined.
    func makeChat(name: String) async throws -> String {
        let chat = try await ana.client.createRoom(
            CreateRoomRequest(invites: [bo.userID], name: name, isEncrypted: isEncrypted))
        _ = try await bo.client.join(roomIDOrAlias: chat)
        return chat
    }

    /// - Returns: The identifiers of chats that both have joined.
    func makeChats(_ count: Int) async throws -> [String] {
        var chats: [String] = []
        for number in 0..<count { chats.append(try await makeChat(name: "chat \(number)")) }
        return chats
    }

    /// Waits until a person's database has these lines by bo in each of the chats, once and in this order.
    func waitForDisk(of person: Person, toHave lines: [String], in chats: [String]) async throws {
        while true {
            let kept = try linesOnDisk(of: person, from: bo, in: chats)
            if kept.count == chats.count, kept.values.allSatisfy({ $0 == lines }) { return }
            guard await Pause.milliseconds(50) else {
                throw ScreenFailure.notSeen("\(lines) in each of \(chats.count) chats", screen: "\(kept)")
            }
        }
    }

    func syncToken(of person: Person) throws -> String? {
        let database = try ProfileDatabase.reading(path: person.database)
        defer { database.close() }
        return try database.sync.token()
    }

    /// Returns the lines of a sender in a reader's database, with their latest edits, oldest first.
    func linesOnDisk(of sender: Person, at reader: Person, in chat: String) throws -> [String] {
        try linesOnDisk(of: reader, from: sender, in: [chat])[chat] ?? []
    }

    /// Returns the stage that a typed line has reached.
    func story(of line: String, by person: Person, in chat: String) throws -> LineStage {
        let database = try ProfileDatabase.reading(path: person.database)
        defer { database.close() }
        // The outbox is read first, because a line moves from there to the timeline and never back.
        if let waiting = try database.outbox.lines(chatID: chat).first(where: { $0.body == line }) {
            if case .sent = waiting.state { return .sent }
            return .queued
        }
        let kept = try linesOnDisk(of: person, at: person, in: chat)
        return kept.contains { $0 == line || $0.hasPrefix(line + " ") } ? .inTimeline : .nothing
    }

    func waitUntilAllIsSent(by person: Person) async throws {
        let database = try ProfileDatabase.reading(path: person.database)
        defer { database.close() }
        while try !database.outbox.all().isEmpty {
            guard await Pause.milliseconds(20) else {
                throw ScreenFailure.notSeen("an empty outbox", screen: try person.screen.described)
            }
        }
    }

    /// Waits until each reader's database has all lines once, in order and with their edits, and the outbox is
    /// empty. Then checks the server.
    ///
    /// - Parameter readers: The people to check. Both by default.
    func expectKept(
        _ said: [(sender: Person, lines: [String])], edited: [String: String], in chat: String,
        at readers: [Person]? = nil
    ) async throws {
        for reader in readers ?? [ana, bo] {
            try await waitUntilAllIsSent(by: reader)
            for (sender, lines) in said {
                let wanted = lines.map { edited[$0] ?? $0 }
                while true {
                    let kept = try linesOnDisk(of: sender, at: reader, in: chat)
                    if kept == wanted { break }
                    guard await Pause.milliseconds(50) else {
                        let place = zip(kept, wanted).prefix { $0 == $1 }.count
                        throw ScreenFailure.notSeen(
                            "\(sender.name)'s \(wanted.count) lines on \(reader.name)'s disk, from \(place): "
                                + "\(wanted[place...].prefix(5))",
                            screen: "\(kept.count) lines: \(kept[min(place, kept.count)...].prefix(5))\n"
                                + (reader.isOpen ? try reader.screen.described : ""))
                    }
                }
            }
        }
        if isEncrypted { return try await expectSealed(said, in: chat) }
        for (sender, lines) in said {
            #expect(try await linesOnServer(of: sender, in: chat) == lines, "what the server has of \(sender.name)'s")
        }
    }

    /// Reads only the chats that exist.
    private func linesOnDisk(of reader: Person, from sender: Person, in chats: [String]) throws -> [String: [String]] {
        let database = try ProfileDatabase.reading(path: reader.database)
        defer { database.close() }
        var kept: [String: [String]] = [:]
        for chat in chats where try database.chats.chat(id: chat) != nil {
            let window = try database.messages.window(chatID: chat, startingAtOldest: 100_000)
            kept[chat] = window.messages.map(\.message).filter { $0.sender == sender.userID && $0.kind == .text }
                .map(\.body)
        }
        return kept
    }
}
