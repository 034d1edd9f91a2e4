import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests that a forwarded message has its whole content, and no trace of the original chat.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ForwardTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        bench.queue.open()
    }

    /// Returns the content that the other chat receives when the newest message is forwarded.
    private func forward(_ events: JSONValue...) async throws -> JSONValue {
        try await bench.sync(events)
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        let eventID = try #require(bench.state.timeline.window.messages.last?.message.eventID)
        bench.queue.post(MessageActionEvent.forwarding(.event(eventID), chatID: Story.chatID, toChatID: "!coffee"))
        while bench.state.outbox.lines.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        let line = try #require(bench.state.outbox.lines.first)
        #expect(line.chatID == "!coffee")
        return try JSONValue(parsing: line.content)
    }

    @Test func forwardKeepsFormattingAndDropsMentions() async throws {
        let html = "<b>tea</b>"
        let content: JSONValue = [
            "msgtype": "m.text", "body": "> <@kim:x> what?\n\n**tea**", "format": "org.matrix.custom.html",
            "formatted_body": .string("<mx-reply>what?</mx-reply>" + html), "m.mentions": ["user_ids": ["@kim:x"]],
            "m.relates_to": ["m.in_reply_to": ["event_id": "$0"]],
        ]
        #expect(
            try await forward(Story.event("1", content: content)) == [
                "msgtype": "m.text", "body": "**tea**", "format": "org.matrix.custom.html",
                "formatted_body": .string(html), "m.mentions": [:],
            ])
    }

    @Test func forwardUsesEditedText() async throws {
        let edit: JSONValue = [
            "msgtype": "m.text", "body": "* better", "m.new_content": ["msgtype": "m.emote", "body": "better"],
            "m.relates_to": ["rel_type": "m.replace", "event_id": "$1"],
        ]
        #expect(
            try await forward(Story.event("1"), Story.event("2", content: edit))
                == ["msgtype": "m.emote", "body": "better", "m.mentions": [:]])
    }

    @Test func forwardedPictureKeepsItsContent() async throws {
        let content: JSONValue = [
            "msgtype": "m.image", "body": "cat.jpg", "url": "mxc://x/abc",
            "info": ["w": 640, "mimetype": "image/jpeg"], "m.mentions": [:],
        ]
        #expect(try await forward(Story.event("1", content: content)) == content)
        let line = try #require(bench.state.outbox.lines.first)
        #expect(line.kind == .picture)
        #expect(line.body == "cat.jpg")
        #expect(line.text == "[picture] cat.jpg")
    }

    /// Confab's own texts must not get into the composer either.
    @Test func pictureCannotBeEdited() async throws {
        let content: JSONValue = ["msgtype": "m.image", "body": "cat.jpg", "m.mentions": [:]]
        #expect(try await forward(Story.event("1", by: Story.ana, content: content)) == content)
        let message = try #require(bench.state.timeline.window.messages.last?.message)
        let reason = "It has no text to edit"
        #expect(bench.openChat.actions(ChatRowID.of(message))?.edit.reason?.string == reason)
        bench.queue.post(MessageActionEvent.editing(.event(message.eventID)))
        #expect(bench.state.composer.purpose == .newLine)
    }

    @Test func unknownMessageTypeIsNotForwarded() async throws {
        try await bench.sync([
            Story.event("1", content: ["msgtype": "org.example.poll", "body": "tea or coffee?"])
        ])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        let chat = bench.openChat
        let message = try #require(bench.state.timeline.window.messages.last?.message)
        let actions = chat.actions(ChatRowID.of(message))
        #expect(actions?.forward.reason == "Confab doesn't know what kind of message it is")
    }

    @Test func newChatIsAForwardTarget() async throws {
        var list: ChatListViewModel?
        bench.events.chatList.subscribe(self.bench) { _, model in list = model }
        try await bench.sync([Story.event("1")])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.frames.deliver()
        #expect(list?.forwardTargets().map(\.chatID) == [Story.chatID])
        let new = ChatChange(chatID: "!new", membership: .joined)
        bench.queue.post(
            SyncEvent.received(
                try await bench.database.sync.apply(SyncSlice(changes: [new])), isFirstSync: false))
        bench.frames.deliver()
        #expect(Set(list?.forwardTargets().map(\.chatID) ?? []) == [Story.chatID, "!new"])
    }
}
