import Conversations
import MatrixClient
import Storage
import Testing

@testable import Engine
@testable import Messenger

/// Tests that a sync's slice contains all data for the screen, so that nothing is read again.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct SliceReadingTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(
            messages: (1...3).map { Story.line($0, "line \($0)").message } + [answer], isLimited: false,
            previousBatch: nil)
        change.members = Array(Story.members.values)
        let other = ChatChange(chatID: "!other", membership: .joined)
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change, other]))
        bench.queue.post(
            ChatEvent.loaded(
                chats: try bench.database.chats.all(), areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: Story.chatID))
        bench.queue.post(ConnectionEvent.changed(.online))
    }

    private var answer: Message {
        Message(
            eventID: "$4", sender: Story.bo, timestamp: Story.noon, kind: .text, body: "yes", detail: nil,
            isRemoved: false, replyTo: "$2", transactionID: nil, source: "{}")
    }

    /// - Returns: The number of reads for which the main actor waited.
    private func receive(_ change: ChatChange) async throws -> Int {
        let applied = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        let before = bench.database.readsOnMainActor
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
        return bench.database.readsOnMainActor - before
    }

    private func change(_ chatID: String = Story.chatID, _ messages: Message...) -> ChatChange {
        var change = ChatChange(chatID: chatID, membership: .joined)
        if !messages.isEmpty {
            change.timeline = .init(messages: messages, isLimited: false, previousBatch: nil)
        }
        return change
    }

    private func relation(_ id: String, _ relation: MessageRelation, by sender: String = Story.bo) -> Message {
        Message(
            eventID: id, sender: sender, timestamp: Story.noon + 1, kind: .relation, body: "", detail: nil,
            isRemoved: false, relation: relation, transactionID: nil, source: "{}")
    }

    private var timeline: TimelineModel { bench.state.timeline }

    @Test func receiptReadsNothingFromDisk() async throws {
        var change = change()
        change.receipts = [ReadReceipt(userID: Story.kim, eventID: "$2", timestamp: Story.noon)]
        #expect(try await receive(change) == 0)
        let place = try bench.database.messages.position(ofEventID: "$2", chatID: Story.chatID)
        #expect(timeline.readPositions == [Story.kim: try #require(place)])
    }

    @Test func changedMembersAreKnownWithoutDiskRead() async throws {
        var change = change()
        change.members = [
            ChatMember(userID: Story.bo, displayName: "Robert", membership: "join"),
            ChatMember(userID: "@eve:x", displayName: "Eve", membership: "join"),
        ]
        #expect(try await receive(change) == 0)
        #expect(timeline.names.name(of: Story.bo) == "Robert")
        #expect(timeline.names.name(of: "@eve:x") == "Eve")
        #expect(timeline.names.name(of: Story.kim) == "Kim")
    }

    @Test func messageInOtherChatReadsNothingFromDisk() async throws {
        let window = timeline.window
        #expect(try await receive(change("!other", Story.line(9, "elsewhere").message)) == 0)
        #expect(timeline.window == window)
    }

    @Test func changesInOpenChatReadNothingFromDisk() async throws {
        #expect(try await receive(change(Story.chatID, Story.line(5, "new").message)) == 0)
        let edit = MessageRelation.edit(
            of: "$2", EditedContent(kind: .text, body: "line two", formattedBody: nil))
        #expect(try await receive(change(Story.chatID, relation("$e", edit))) == 0)
        #expect(timeline.window.messages.last { $0.message.eventID == "$4" }?.message.quoted?.body == "line two")
        #expect(try await receive(change(Story.chatID, relation("$r", .reaction(to: "$1", key: "+1")))) == 0)
        #expect(try await receive(change(Story.chatID, relation("$d", .redaction(of: "$3", reason: nil)))) == 0)
        #expect(
            timeline.window
                == (try bench.database.messages.window(chatID: Story.chatID, endingAtLatest: TimelineModel.pageCount)))
    }
}
