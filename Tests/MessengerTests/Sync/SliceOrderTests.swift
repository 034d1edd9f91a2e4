import Conversations
import MatrixClient
import Storage
import Testing

@testable import Engine
@testable import Messenger

/// Routes slices without a session, and tests results that depend on the order in which the subjects receive a slice.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct SliceOrderTests {
    /// Collects the chats of raised and of withdrawn notifications.
    private final class Desktop {
        var raised: [Set<String>] = []
        var withdrawn: [Set<String>] = []
    }

    /// Collects the chats that open.
    private final class Openings: EventRouter {
        private(set) var chatIDs: [String] = []

        func route(_ event: ChatEvent) {
            if case .opened(let chatID, _) = event { chatIDs.append(chatID) }
        }
    }

    private let state = SessionState(account: Account(userID: Story.ana, displayName: "Ana", deviceID: "A"))
    private let effects: Effects
    private let router: SyncEventRouter
    private let desktop = Desktop()
    private let openings = Openings()

    /// Events that the subjects post wait until the queue is opened.
    init() throws {
        var environment = SessionEnvironment(
            now: { Story.noon }, after: { _, body in body() }, quit: {}, didCompleteStep: { _ in })
        environment.raiseNotice = { [desktop] in desktop.raised += $0.ofChats.map(\.chatIDs) }
        environment.withdrawNotices = { [desktop] in desktop.withdrawn.append($0) }
        effects = Effects(
            state: state, database: try ProfileDatabase.inMemory(),
            client: HomeserverClient(homeserver: .unixSocket(path: "/nowhere/confab.sock")), environment: environment,
            logger: HomeserverClient.silentLogger)
        effects.queue.add(openings)
        router = SyncEventRouter(state: state, effects: effects)
    }

    /// Opens `!tea` with a message of bo that the server counts as unread, and queues a line there.
    private func openTea() {
        state.connection.change(to: .online, now: Story.noon)
        state.chatList.merge([Story.chat("!tea", activity: 1, unread: 1), Story.chat("!cake"), pie])
        state.chatList.open("!tea")
        state.timeline.open(
            chatID: "!tea",
            stored: OpenedTimeline(
                window: Story.window([Story.line(1)]), members: [], readPositions: [:], unread: nil))
        state.composer.open(chatID: "!tea", draft: "")
        state.outbox.load([Story.outboxLine("line")])
    }

    private var pie: Chat {
        var pie = Story.chat("!pie")
        pie.lastMessage = Story.line(7).message
        return pie
    }

    private func receive(_ applied: AppliedSlice, isFirstSync: Bool = false) {
        router.route(.received(applied, isFirstSync: isFirstSync))
    }

    /// Ana reads `!tea` and leaves `!pie` on another device, her queued line arrives, and bo writes in `!cake`. The
    /// server's count for `!tea` is from before ana read it.
    private var slice: AppliedSlice {
        var left = pie
        left.membership = .left
        var applied = AppliedSlice(
            chats: [
                Story.chat("!tea", activity: 2, unread: 1), Story.chat("!cake", activity: 3, unread: 1), left,
            ],
            newMessages: ["!tea": [Story.line(2, by: Story.ana)], "!cake": [Story.line(5)]], echoedLines: ["line"])
        applied.changedReadPlaces = ["!tea": [ReadPosition(userID: Story.ana, position: 1)]]
        return applied
    }

    @Test func sliceChangesEachSubject() {
        openTea()
        receive(slice)
        #expect(state.outbox.lines.isEmpty)
        #expect(state.timeline.window.messages.map(\.message.eventID) == ["$1", "$2"])
        #expect(state.timeline.landing.isEmpty)
        #expect(state.chatList.order == ["!cake", "!tea"])
        #expect(state.chatList.leftOrder == ["!pie"])
        #expect(state.chatList.openChatID == "!tea")
        #expect(state.notice.chatIDs == ["!cake"])
        #expect(state.notice.count == 1)
    }

    /// The read marker receives the slice after the list and the timeline, and before the notifications.
    @Test func readChatGetsNoUnreadCount() {
        openTea()
        effects.notifier.know(["!tea"])
        #expect(desktop.withdrawn.isEmpty)
        receive(slice)
        #expect(state.chatList.chats["!tea"]?.unreadCount == 0)
        #expect(state.chatList.unreadTotal == 1)
        #expect(desktop.withdrawn == [["!tea"]])
    }

    /// The timeline receives the slice after the list.
    @Test func chatThatTurnsOutToBeASpaceCloses() {
        openTea()
        var space = Story.chat("!tea", activity: 2)
        space.isSpace = true
        receive(AppliedSlice(chats: [space], newMessages: [:], echoedLines: ["line"]))
        #expect(state.chatList.openChatID == nil)
        #expect(state.timeline.chatID == nil)
        #expect(state.composer.chatID == nil)
        #expect(state.outbox.lines.isEmpty)
    }

    /// The timeline receives the slice before the notifications: after it, a user who only started the program no
    /// longer counts as present.
    @Test func messageAfterTheStartRaisesANotification() {
        openTea()
        state.reading.started(at: Story.noon)
        receive(
            AppliedSlice(
                chats: [Story.chat("!tea", activity: 2, unread: 2)], newMessages: ["!tea": [Story.line(2)]],
                echoedLines: []))
        #expect(desktop.raised == [["!tea"]])
    }

    /// The chat that opens by itself is chosen after the list received the slice.
    @Test func firstSliceOpensItsChat() {
        receive(
            AppliedSlice(chats: [Story.chat("!tea")], newMessages: [:], echoedLines: []), isFirstSync: true)
        effects.queue.open()
        #expect(openings.chatIDs == ["!tea"])
    }
}
