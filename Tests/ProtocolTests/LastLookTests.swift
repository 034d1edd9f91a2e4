import Conversations
import MatrixAPI
import MatrixClient
import Storage
import Testing

@testable import Engine
@testable import Messenger

/// Tests changes that arrive between the decision to send a line and the moment when its text is sent.
@Suite(.timeLimit(.minutes(5))) struct LastLookTests {
    enum Kind: CaseIterable {
        case message, edit, removalWithAReason
    }

    @Test(arguments: Kind.allCases) func plaintextIsHeldBackOnceEncryptionIsKnown(kind: Kind) async throws {
        try await Device.withTwo { ana, bo in
            try await ana.say("tea?")
            try await ana.send()
            try await ana.receive()
            let before = try await bo.texts()
            let id = try await ana.accept(kind)
            let outcome = await ana.carrier.send(
                id, now: 1,
                mayLeave: {
                    // The server reports the encryption while the connection is made.
                    var change = ChatChange(chatID: ana.chatID, membership: .joined)
                    change.isEncrypted = .set(true)
                    _ = try? await ana.database.sync.apply(SyncSlice(changes: [change]))
                    return true
                }, left: { _ in })
            #expect(outcome == .heldBack)
            #expect(try await bo.texts() == before)
            #expect(try await ana.database.outbox.line(id: id)?.mayHaveLeft == false)
            // A retry reports why the line stays.
            guard case .refused(let reason) = await ana.carrier.send(id, now: 1, left: { _ in }) else {
                Issue.record("it was not refused")
                return
            }
            #expect(reason == (kind == .removalWithAReason ? .reasonWouldGoInClear : .wouldGoInClear))
            #expect(try await bo.texts() == before)
        }
    }

    @Test func lineIsHeldBackWhileSyncIsDown() async throws {
        try await Device.withTwo { ana, bo in
            let id = try await ana.say("tea?")
            #expect(await ana.carrier.send(id, now: 1, mayLeave: { false }, left: { _ in }) == .heldBack)
            #expect(try await bo.texts().isEmpty)
            try await ana.send()
            #expect(try await bo.texts() == ["m.room.message tea?"])
        }
    }

    @Test func lineWaitsUntilSyncReportsTheChat() async throws {
        try await Device.withTwo { ana, bo in
            let chatID = try await ana.person.makeRoom(with: bo.person)
            let new = try Device(ana.person, chatID: chatID)
            let id = try await new.say("hello")
            #expect(await new.carrier.send(id, now: 1, left: { _ in }) == .chatUnknown)
            try await new.receive()
            try await new.send()
            #expect(try new.database.outbox.all().allSatisfy { !$0.isUnsent })
        }
    }
}

extension Device {
    fileprivate var carrier: OutboxSender { OutboxSender(client: person.client, outbox: database.outbox) }

    fileprivate func accept(_ kind: LastLookTests.Kind) async throws -> String {
        let target = try eventID("tea?")
        return switch kind {
        case .message: try await say("at nine")
        case .edit: try await edit(target, "coffee?")
        case .removalWithAReason: try await remove(target, reason: "the wrong people")
        }
    }

    /// Returns the type and text of all messages of the chat on the server.
    fileprivate func texts() async throws -> [String] {
        let page = try await person.client.messages(roomID: chatID, from: nil, limit: 100)
        let words = page.chunk.reversed().filter { $0.stateKey == nil }.map { event in
            [event.type, event.content["body"]?.string, event.content["reason"]?.string]
                .compactMap(\.self).joined(separator: " ")
        }
        return words
    }
}
