import Conversations
import MatrixAPI
import MatrixClient
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests lines for a chat that the user asked to encrypt, and that the server reports as unencrypted.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct MissingEncryptionTests {
    @Test func unsentLineWithoutEncryptionStateAsksFirst() async throws {
        let bench = try Workbench(encrypts: true)
        bench.queue.open()
        _ = try await bench.database.chats.encrypt(Story.chatID)
        try await bench.sync([Story.event("1")])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.queue.post(OutboxEvent.accepted(try await bench.database.outbox.accept(Story.outboxLine("tea"))))
        _ = try await bench.database.outbox.setState(id: "tea", .failed(reason: .encryptionMissing))
        bench.queue.post(OutboxEvent.failed(id: "tea", reason: .encryptionMissing))
        #expect(OutboxLineFailureReason.encryptionMissing.text.contains("dropped the encryption"))

        // The details offer to enable encryption again.
        bench.queue.post(ChatDetailsEvent.opening())
        let facts = bench.chatDetails.facts.map { "\($0.name.string): \($0.text.string)" }
        #expect(facts.contains("Encryption: off at the server, although it was asked for"))

        let actions = try #require(self.actions(of: "tea", at: bench))
        #expect(actions.resendQuestion.string.contains("encrypted all the same"))
        #expect(actions.resend() == nil)
        let states = { bench.state.outbox.lines.map(\.state) }
        while states() != [.queued] { try await Task.sleep(for: .milliseconds(5)) }
        #expect(states() == [.queued])
        let decided = try await bench.database.encryption.readAside { try $0.encryptedChat(Story.chatID)?.settings }
        #expect(decided != nil)
    }

    /// The request gets no response here, but a sync brings the chat.
    @Test func requestedGroupEncryptionAppliesWithoutResponse() async throws {
        let bench = try Workbench(encrypts: true)
        bench.queue.open()
        let group = NewChat(
            userIDs: [Story.bo, Story.kim], name: "Tea", isDirect: false, isEncrypted: true)
        let endpoint = CreateChatEndpoint(bench.parts.effects.parts)
        bench.state.createChat.begin(with: [])
        bench.state.createChat.beginCreating(group)
        endpoint.create(group)
        while bench.state.createChat.error == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(bench.state.createChat.error != nil)
        try await bench.sync(state: [
            [
                "type": "m.room.member", "state_key": .string(Story.bo), "sender": .string(Story.ana),
                "event_id": "$invite", "content": ["membership": "invite"],
            ]
        ])
        #expect(bench.state.chatList.chat(Story.chatID)?.isEncrypted == true)
    }

    private func actions(of lineID: String, at bench: Workbench) -> MessageActions? {
        let builder = ChatScreenBuilder(
            content: OpenChatContent(bench.state, time: Story.time), queue: bench.queue)
        let row = bench.state.outbox.lines.first { $0.id == lineID }.map(ChatRowID.of)
        return row.flatMap { builder.build().actions($0) }
    }
}
