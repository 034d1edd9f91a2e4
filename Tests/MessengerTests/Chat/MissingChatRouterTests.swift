import Conversations
import MatrixAPI
import MatrixClient
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests that a chat which no longer exists on the server leaves the list with a notice, and can be removed.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct MissingChatRouterTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        var tea = ChatChange(chatID: "!tea", membership: .joined)
        tea.givenName = .set("Tea")
        tea.timeline = .init(messages: [Story.line(1).message], isLimited: false, previousBatch: nil)
        let lawn = ChatChange(chatID: "!lawn", membership: .joined)
        let applied = try await bench.database.sync.apply(SyncSlice(changes: [tea, lawn]))
        bench.queue.post(
            ChatEvent.loaded(
                chats: applied.chats, areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: "!tea"))
    }

    @Test func missingChatIsClosedAndListedAsLeft() async throws {
        bench.queue.post(MissingChatEvent.gone(chatIDs: ["!tea"], .joined))
        #expect(bench.state.chatList.chats["!tea"] == nil && bench.state.chatList.leftOrder == ["!tea"])
        #expect(bench.state.timeline.chatID != "!tea" && bench.state.composer.chatID != "!tea")
        #expect(bench.state.notice.outcome?.notice == .chatIsGone("Tea"))
        await bench.kept()
        #expect(try bench.database.chats.chat(id: "!tea")?.membership == .left)
    }

    @Test func staleMissingChatResultChangesNothing() {
        bench.queue.post(MissingChatEvent.gone(chatIDs: ["!none"], .joined))
        // The account was admitted after the check.
        bench.queue.post(MissingChatEvent.gone(chatIDs: ["!tea"], .knocked))
        #expect(bench.state.notice.outcome == nil && bench.state.chatList.chats.values.count == 2)
    }

    @Test(arguments: [
        (MatrixError.Code.forbidden, 403, true), (.notFound, 404, true), (.limitExceeded, 429, false),
    ])
    func onlyForbiddenAndNotFoundMeanMissingChat(code: MatrixError.Code, status: Int, isGone: Bool) {
        let error = MatrixError(code, "")
        #expect(
            MatrixClientError.matrix(error, status: status, retryAfterMilliseconds: nil).saysNotThere == isGone)
        #expect(!MatrixClientError.notMatrix(status: status).saysNotThere)
    }
}
