import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// Tests manipulations of encrypted events by a server or a man in the middle.
@Suite(.timeLimit(.minutes(5))) struct EncryptedAttackTests {
    private static func run(
        _ body: @escaping @Sendable (_ ana: Device, _ bo: Device) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let (ana, bo) = (try await Person.register("ana", on: server), try await Person.register("bo", on: server))
            let chatID = try await ana.makeEncryptedRoom(with: [bo])
            let devices = try [ana, bo].map { try Device($0, chatID: chatID, sealedWith: SealingKey()) }
            for device in devices { try await device.comeOnline() }
            try await devices[0].say("tea at four?")
            try await devices[0].send()
            try await devices[1].receive()
            #expect(try devices[1].screen() == ["tea at four?"])
            try await body(devices[0], devices[1])
            for person in [ana, bo] { await person.client.shutdown() }
        }
    }

    /// Returns the device's result for an event from the server.
    private static func encryption(_ json: JSONValue, at device: Device) async throws -> MessageEncryption? {
        let event = try #require(MatrixEvent(json: json))
        return try await device.encryption?.open([(device.chatID, [event])])
            .message(from: event, chatID: device.chatID).encryption
    }

    @Test func replayedMessageIsRejectedAfterRestart() async throws {
        try await Self.run { _, bo in
            var json = try await bo.newestSealedEvent()
            json["event_id"] = "$again"
            // After a restart, the device knows only the data on disk.
            let again = try bo.reopened(sealedWith: bo.sealingKey)
            guard case .sealed(.isReplay, _) = try await Self.encryption(json, at: again) else {
                Issue.record("it was read")
                return
            }
        }
    }

    /// This happens if a page of history is read during a sync.
    @Test func concurrentReplayIsAcceptedOnlyOnce() async throws {
        try await Self.run { ana, bo in
            try await ana.say("or at five?")
            try await ana.send()
            let first = try await bo.newestSealedEvent()
            var again = first
            again["event_id"] = "$again"
            let found = try await withThrowingTaskGroup(of: MessageEncryption?.self) { group in
                for json in [first, again] { group.addTask { try await Self.encryption(json, at: bo) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let read = found.count { if case .opened = $0 { true } else { false } }
            let replays = found.count { if case .sealed(.isReplay, _) = $0 { true } else { false } }
            #expect(read == 1 && replays == 1)
        }
    }

    /// The target of an edit stands beside the ciphertext, so the server could name another message.
    @Test func replayedEditIsRejectedAfterRestart() async throws {
        try await Self.run { ana, bo in
            let eventID = try #require(try await bo.newestSealedEvent()["event_id"]?.string)
            try await ana.receive()
            try await ana.edit(.event(eventID), "tea at five?")
            try await ana.send()
            var json = try await bo.newestSealedEvent()
            let edit = try #require(MatrixEvent(json: json))
            let opened = try #require(try await bo.encryption?.open([(bo.chatID, [edit])]))
            let message = opened.message(from: edit, chatID: bo.chatID)
            _ = try await bo.database.messages.saveEdits([message], of: eventID, chatID: bo.chatID)
            #expect(try bo.screen() == ["tea at five?*"])
            #expect(try await Self.encryption(json, at: bo) == message.encryption)
            json["event_id"] = "$again"
            // After a restart, the device knows only the data on disk.
            let again = try bo.reopened(sealedWith: bo.sealingKey)
            guard case .sealed(.isReplay, _) = try await Self.encryption(json, at: again) else {
                Issue.record("it was read")
                return
            }
        }
    }

    @Test func messageWithForgedSenderIsRejected() async throws {
        try await Self.run { _, bo in
            var json = try await bo.newestSealedEvent()
            json["sender"] = .string(bo.person.userID)
            guard case .sealed(.otherSender, _) = try await Self.encryption(json, at: bo) else {
                Issue.record("it was read")
                return
            }
        }
    }

    @Test func plaintextEditDoesNotChangeEncryptedMessage() async throws {
        try await Self.run { ana, bo in
            let eventID = try #require(try await bo.newestSealedEvent()["event_id"]?.string)
            let content = MessageContent.edit(of: eventID, body: "give me your password", isEmote: false)
            // A server could write this edit in her name.
            _ = try await ana.person.client.send(
                roomID: ana.chatID, type: "m.room.message", transactionID: "false", content: content)
            try await bo.receive()
            #expect(try bo.screen() == ["tea at four?"])
        }
    }

    /// The server could not see the deletion, although it has to authorize each one.
    @Test func encryptedRedactionIsRejected() async throws {
        try await Self.run { ana, bo in
            var json = try await bo.newestSealedEvent()
            let id = try await ana.say("never sent as it is")
            try await ana.encryption?.seal(
                lineID: id, chatID: ana.chatID, type: "m.room.redaction",
                content: ["redacts": json["event_id"] ?? .null])
            let sealed = try #require(try await ana.database.outbox.line(id: id)?.sealed)
            json["content"] = try JSONValue(parsing: sealed)
            json["event_id"] = "$deletion"
            guard case .sealed(.malformed, _) = try await Self.encryption(json, at: bo) else {
                Issue.record("it was read")
                return
            }
        }
    }
}

extension Device {
    /// Returns the newest encrypted event as the server delivers it.
    fileprivate func newestSealedEvent() async throws -> JSONValue {
        let page = try await person.client.messages(roomID: chatID, from: nil, limit: 10)
        return try #require(page.chunk.first { $0.type == "m.room.encrypted" }).source
    }
}
