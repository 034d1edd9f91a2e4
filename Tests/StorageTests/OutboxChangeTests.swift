import Conversations
import Storage
import Testing

/// Tests changes of messages in the outbox, and lines that are withdrawn or edited.
@Suite(.timeLimit(.minutes(5))) struct OutboxChangeTests {
    private let database: ProfileDatabase

    init() async throws {
        database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(Story.slice([]))
    }

    private func change(_ id: String, _ purpose: OutboxLine.Purpose) -> OutboxLine {
        OutboxLine(
            id: id, chatID: Story.chatID, type: "m.room.message", purpose: purpose, body: id,
            formattedBody: "<b>\(id)</b>", replyTo: "$r", content: "{}", acceptedAt: 1, state: .queued)
    }

    private var lines: [OutboxLine] {
        get throws { try database.outbox.all() }
    }

    @Test func outboxChangesRoundTrip() async throws {
        let purposes: [OutboxLine.Purpose] = [
            .message, .edit(of: .event("$1")), .edit(of: .line("a")), .reaction(to: .event("$1"), key: "👍"),
            .redaction(of: .event("$1"), reason: "spam"), .redaction(of: .line("a"), reason: nil),
        ]
        let changes = purposes.enumerated().map { change("c\($0)", $1) }
        for change in changes { try await database.outbox.accept(change) }
        #expect(try lines == changes)
    }

    @Test func acceptingAChangeKeepsTheDraft() async throws {
        try await database.drafts.set(chatID: Story.chatID, text: "half")
        try await database.outbox.accept(change("c", .reaction(to: .event("$1"), key: "+1")), clearsDraft: false)
        #expect(try database.drafts.all().map(\.text) == ["half"])
    }

    @Test func changeTargetsTheEventOnceItsLineIsSent() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        try await database.outbox.accept(change("c", .edit(of: .line("a"))))
        try await database.outbox.setState(id: "a", .sent(eventID: "$echo"))
        #expect(try lines.last?.purpose == .edit(of: .event("$echo")))
    }

    @Test func changeTargetsTheEventOnceTheTimelineHasIt() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        try await database.outbox.accept(change("c", .edit(of: .line("a"))))
        _ = try await database.sync.apply(Story.slice([Story.line("echo", transactionID: "a")]))
        #expect(try lines.map(\.purpose) == [.edit(of: .event("$echo"))])
        let late = try await database.outbox.accept(change("d", .reaction(to: .line("a"), key: "+1")))
        #expect(late.purpose == .reaction(to: .event("$echo"), key: "+1"))
        #expect(try lines.last == late)
    }

    @Test func echoOfAChangeRemovesItFromTheOutbox() async throws {
        _ = try await database.sync.apply(Story.slice([Story.line("m1")]))
        for (id, event) in [("b", "$b2"), ("c", "$c3"), ("d", "$d4")] {
            try await database.outbox.accept(change(id, .edit(of: .event("$m1"))))
            try await database.outbox.setState(id: id, .sent(eventID: event))
        }
        let applied = try await database.sync.apply(
            Story.slice([
                Story.edit("b2", of: "$m1", "better"), Story.reaction("c3", "+1", to: "$m1"),
                Story.redaction("d4", of: "$m1"),
            ]))
        #expect(applied.echoedLines == ["b", "c", "d"])
        #expect(try lines.isEmpty)
    }

    @Test func withdrawingAnUnsentLineWithdrawsItsChanges() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        try await database.outbox.accept(change("c", .edit(of: .line("a"))))
        #expect(try await database.outbox.withdraw(id: "a") == ["a", "c"])
        #expect(try lines.isEmpty)
        #expect(try await database.outbox.leave(id: "a", deviceID: "A", now: 1) == .isGone)
    }

    @Test(arguments: [
        OutboxLine.Purpose.message, .edit(of: .event("$m1")), .redaction(of: .event("$m1"), reason: "the wrong names"),
    ])
    func unencryptedLineIsNotSentToAnEncryptedChat(_ purpose: OutboxLine.Purpose) async throws {
        try await database.outbox.accept(change("a", purpose))
        guard case .leaves(let line) = try await departure("a") else {
            Issue.record("it did not leave before")
            return
        }
        try await database.outbox.didNotLeave(id: "a")
        #expect(try await database.outbox.mayStillLeave(line))
        try await encrypt()
        // Neither the request under way nor a later one may be sent.
        #expect(try await !database.outbox.mayStillLeave(line))
        #expect(try await departure("a") == .wouldGoInClear)
        #expect(try lines.first?.mayHaveLeft == false)
    }

    /// The server accepted the encryption, and no sync has returned it yet.
    @Test func enablingEncryptionAppliesImmediately() async throws {
        try await database.outbox.accept(change("a", .message))
        let applied = try await database.chats.encrypt(Story.chatID)
        #expect(applied.chats.first { $0.id == Story.chatID }?.isEncrypted == true)
        #expect(try await departure("a") == .wouldGoInClear)
    }

    /// Servers read the relation of an event, including the emoji of a reaction. Every client sends it this way.
    @Test func reactionToAnEncryptedChatIsSentUnencrypted() async throws {
        try await database.outbox.accept(change("b", .reaction(to: .event("$m1"), key: "+1")))
        try await encrypt()
        #expect(try await leaves("b")?.id == "b")
    }

    @Test func encryptedLineIsSentUntilItIsRewritten() async throws {
        try await database.outbox.accept(change("a", .message))
        try await encrypt()
        #expect(try await departure("a") == .wouldGoInClear)
        try await database.encryption.write { try $0.seal(lineID: "a", content: "{}", for: "r") }
        #expect(try await leaves("a")?.sealed == "{}")
        try await database.outbox.didNotLeave(id: "a")
        _ = try await database.outbox.rewrite(id: "a", body: "other", formattedBody: nil, content: "{}")
        #expect(try await departure("a") == .wouldGoInClear)
    }

    /// The recipients are determined again when the line is sent.
    @Test func unsentEncryptedLineIsEncryptedAgain() async throws {
        try await database.outbox.accept(change("a", .message))
        try await encrypt()
        try await seal("a")
        _ = try await departure("a")
        // An event that may have been sent never changes.
        #expect(try await leaves("a")?.sealed == "{}")
        try await database.outbox.didNotLeave(id: "a")
        #expect(try await departure("a") == .wouldGoInClear)
        try await seal("a")
        _ = try await departure("a")
        try await database.outbox.setState(id: "a", .failed(reason: .said("no")))
        _ = try await database.outbox.retry(id: "a")
        #expect(try await departure("a") == .wouldGoInClear)
    }

    @Test func lineIsEncryptedAgainAfterRejoiningItsChat() async throws {
        try await database.outbox.accept(change("a", .message))
        try await encrypt()
        try await seal("a")
        try await database.chats.leave(chatID: Story.chatID)
        #expect(try await departure("a") == .chatIsLeft)
        _ = try await database.sync.apply(SyncSlice(changes: [ChatChange(chatID: Story.chatID, membership: .joined)]))
        #expect(try await departure("a") == .wouldGoInClear)
    }

    private func seal(_ id: String) async throws {
        try await database.encryption.write { try $0.seal(lineID: id, content: "{}", for: "r") }
    }

    @Test func redactionWithoutAReasonIsSentUnencrypted() async throws {
        try await database.outbox.accept(change("b", .redaction(of: .event("$m1"), reason: nil)))
        try await encrypt()
        #expect(try await leaves("b")?.id == "b")
    }

    /// The first slice of an answer lists all encrypted chats, before a message of any chat is applied.
    @Test func firstSliceMarksAllEncryptedChats() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        var first = SyncSlice(changes: [ChatChange(chatID: "!other", membership: .joined)])
        first.encryptedChatIDs = [Story.chatID, "!unknown"]
        let applied = try await database.sync.apply(first)
        #expect(applied.chats.first { $0.id == Story.chatID }?.isEncrypted == true)
        #expect(try await departure("a") == .wouldGoInClear)
        #expect(try database.chats.chat(id: "!unknown") == nil)
    }

    @Test func lineWaitsUntilItsChatIsSynced() async throws {
        let line = OutboxLine(
            id: "a", chatID: "!new", type: "m.room.message", body: "a", content: "{}", acceptedAt: 1,
            state: .queued)
        try await database.outbox.accept(line)
        #expect(try await departure("a") == .chatIsUnknown)
        // An invitation doesn't contain the complete state of the chat.
        _ = try await database.sync.apply(SyncSlice(changes: [ChatChange(chatID: "!new", membership: .invited)]))
        #expect(try await departure("a") == .chatIsUnknown)
        _ = try await database.sync.apply(SyncSlice(changes: [ChatChange(chatID: "!new", membership: .joined)]))
        #expect(try await leaves("a")?.id == "a")
    }

    @Test(arguments: [false, true]) func lineForALeftChatIsNotSent(isForgotten: Bool) async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        try await database.chats.leave(chatID: Story.chatID)
        if isForgotten { try await database.chats.remove(chatID: Story.chatID) }
        #expect(try await departure("a") == .chatIsLeft)
    }

    private func encrypt() async throws {
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.isEncrypted = .set(true)
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
    }

    private func departure(_ id: String) async throws -> OutboxPreparation {
        try await database.outbox.leave(id: id, deviceID: "A", now: 1)
    }

    @Test func possiblySentLineIsNotSentAgainAutomatically() async throws {
        let hour: Int64 = 3_600_000
        try await database.outbox.accept(Story.outboxLine("a"))
        _ = try await database.outbox.leave(id: "a", deviceID: "A", now: 0)
        #expect(try await database.outbox.leave(id: "a", deviceID: "B", now: 1) == .mayBeThere)
        #expect(try await database.outbox.leave(id: "a", deviceID: "A", now: 24 * hour) == .mayBeThere)
        #expect(try await database.outbox.leave(id: "a", deviceID: "A", now: -24 * hour) == .mayBeThere)
        // Each attempt is recorded with its time.
        for now in [22 * hour, 44 * hour] {
            guard case .leaves = try await database.outbox.leave(id: "a", deviceID: "A", now: now) else {
                Issue.record("it did not leave")
                return
            }
        }
        // After the prompt the user may send it again or discard it.
        try await database.outbox.setState(id: "a", .failed(reason: .said("look")))
        #expect(try await database.outbox.retry(id: "a")?.mayHaveLeft == false)
        guard case .leaves = try await database.outbox.leave(id: "a", deviceID: "B", now: 99 * hour) else {
            Issue.record("it did not leave")
            return
        }
    }

    private func leaves(_ id: String) async throws -> OutboxLine? {
        guard case .leaves(let line) = try await database.outbox.leave(id: id, deviceID: "A", now: 1) else {
            return nil
        }
        return line
    }

    @Test func possiblySentLineCannotBeWithdrawnOrRewritten() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        #expect(try await leaves("a")?.mayHaveLeft == false)
        #expect(try await database.outbox.withdraw(id: "a").isEmpty)
        #expect(try await database.outbox.rewrite(id: "a", body: "b", formattedBody: nil, content: "{}") == nil)
        #expect(try lines.map(\.body) == ["hello"])
        #expect(try lines.map(\.mayHaveLeft) == [true])
        #expect(try await leaves("a")?.mayHaveLeft == true)
    }

    @Test func unsentLineCanBeWithdrawn() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        _ = try await database.outbox.leave(id: "a", deviceID: "A", now: 1)
        try await database.outbox.didNotLeave(id: "a")
        #expect(try await database.outbox.withdraw(id: "a") == ["a"])
    }

    @Test func refusedLineCanBeRewrittenAndRetried() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        _ = try await database.outbox.leave(id: "a", deviceID: "A", now: 1)
        #expect(try await database.outbox.retry(id: "a") == nil)
        try await database.outbox.setState(id: "a", .failed(reason: .said("too large")))
        let line = try await database.outbox.rewrite(id: "a", body: "short", formattedBody: nil, content: "{}")
        #expect(line?.body == "short")
        #expect(line?.state == .queued)
        try await database.outbox.setState(id: "a", .failed(reason: .said("no")))
        #expect(try await database.outbox.retry(id: "a")?.state == .queued)
    }

    @Test func messageInfoOfALineOutlivesTheOutbox() async throws {
        try await database.outbox.accept(Story.outboxLine("a"))
        _ = try await database.outbox.leave(id: "a", deviceID: "A", now: 1)
        try await database.outbox.setState(id: "a", .failed(reason: .said("too large")))
        _ = try await database.outbox.retry(id: "a")
        _ = try await database.outbox.leave(id: "a", deviceID: "A", now: 1)
        let waiting = try #require(try database.outbox.story(lineID: "a"))
        #expect(waiting.tries == 2)
        #expect(waiting.refusal == .said("too large"))
        #expect(waiting.eventID == nil)
        var change = Story.change([
            Story.line("m1", transactionID: "a"), Story.edit("e2", of: "$m1", "two"),
            Story.edit("e3", of: "$m1", "three"),
            Story.line("m4"),
        ])
        change.receipts = [
            ReadReceipt(userID: "@kim:x", eventID: "$m4", timestamp: 9),
            ReadReceipt(userID: "@bo:x", eventID: "$m1", timestamp: 5),
        ]
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
        let story = try #require(try database.messages.story(of: "$m1", chatID: Story.chatID))
        #expect(story.message.body == "three")
        #expect(story.versions.map(\.body) == ["m1", "two", "three"])
        #expect(story.line?.eventID == "$m1")
        #expect(story.line?.tries == 2)
        #expect(story.line?.answeredAt != nil)
        #expect(story.readers.map(\.userID) == ["@bo:x", "@kim:x"])
        let later = try #require(try database.messages.story(of: "$m4", chatID: Story.chatID))
        #expect(later.line == nil)
        #expect(later.readers.map(\.userID) == ["@kim:x"])
        #expect(try database.messages.story(of: "$e2", chatID: Story.chatID) == nil)
    }

    @Test func messageInfoOfARemovedMessageIsEmpty() async throws {
        _ = try await database.sync.apply(
            Story.slice([Story.line("m1"), Story.edit("e2", of: "$m1", "two"), Story.redaction("r3", of: "$m1")]))
        let story = try #require(try database.messages.story(of: "$m1", chatID: Story.chatID))
        #expect(story.versions.isEmpty)
        #expect(story.message.source == "{}")
    }

    @Test func forgettingAChatDeletesInfoOfItsSentLines() async throws {
        for id in ["a", "b"] { try await database.outbox.accept(Story.outboxLine(id)) }
        _ = try await database.sync.apply(
            Story.slice([
                Story.line("m1", transactionID: "a"), Story.edit("e2", of: "$m1", "two"),
                Story.reaction("r3", "+1", to: "$m1"),
            ]))
        try await database.chats.remove(chatID: Story.chatID)
        #expect(try database.outbox.story(lineID: "a") == nil)
        #expect(try database.outbox.story(lineID: "b") != nil)
        _ = try await database.sync.apply(Story.slice([Story.line("m1")]))
        #expect(try database.timeline() == "m1")
    }
}
