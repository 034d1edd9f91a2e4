import Conversations
import Foundation
import MatrixClient
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SearchingTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        for (chatID, words) in [("!tea", ["the kettle boils", "the gate"]), ("!garden", ["the gate code", "beans"])] {
            var change = ChatChange(chatID: chatID, membership: .joined)
            let lines = words.enumerated().map { place, body in
                Message(
                    eventID: "$\(chatID)\(place)", sender: Story.bo, timestamp: Int64(place), kind: .text, body: body,
                    detail: nil, isRemoved: false, transactionID: nil, source: "{}")
            }
            change.members = [ChatMember(userID: Story.bo, displayName: "bo", membership: "join")]
            change.timeline = ChatChange.Timeline(messages: lines, isLimited: false, previousBatch: nil)
            _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        }
        while try await bench.database.search.takeNext() != .nothing {}
        bench.queue.open()
        bench.queue.post(
            ChatEvent.loaded(
                chats: [Self.chat("!tea", "Tea"), Self.chat("!garden", "Garden")], areAll: true, ignoredUserIDs: [],
                drafts: [], outbox: [], openChatID: "!tea"))
        bench.queue.post(SearchEvent.opened())
    }

    private static func chat(_ id: String, _ name: String) -> Chat {
        var chat = Story.chat(id)
        chat.givenName = name
        return chat
    }

    private var list: FuzzyListViewModel {
        SearchViewModelBuilder(
            number: 1, content: SearchContent(bench.state, today: .now), time: Story.time, queue: bench.queue
        ).build()
    }

    private func type(_ text: String) async {
        bench.queue.post(SearchEvent.typing(text))
        await found()
    }

    private func found() async { while bench.state.search.isAsking { await Task.yield() } }

    private var titles: [String] { list.rows.map(\.title.string) }

    @Test func tabSwitchesBetweenOpenChatAndAllChats() async {
        await type("gat")
        #expect(titles == ["bo: the gate"])
        #expect(list.rows.first?.matches == [8..<12])
        list.turn()
        await found()
        #expect(Set(titles) == ["bo: the gate", "bo: the gate code"])
        #expect(list.rows.contains { $0.trailing.string.hasPrefix("Garden") })
        list.turn()
        await found()
        #expect(titles == ["bo: the gate"])
    }

    @Test func chatAndPersonFiltersLimitResults() async {
        await type("in:gard gate ")
        #expect(titles == ["bo: the gate code"])
        await type("in:nowhere gate ")
        #expect(titles.isEmpty)
        await type("from:bo kettle ")
        #expect(titles == ["bo: the kettle boils"])
        await type("from:kim kettle ")
        #expect(titles.isEmpty)
        await type("in:")
        #expect(titles.prefix(2).sorted() == ["in:Garden", "in:Tea"])
        list.rows.first { $0.title.string == "in:Garden" }?.choose()
        await found()
        #expect(bench.state.search.imposed.text == "in:Garden ")
        #expect(titles == ["bo: beans", "bo: the gate code"])
    }

    /// Imported chats are an example: no list shows them at first.
    @Test func leftChatsAreFoundByName() async throws {
        var left = Self.chat("!garden", "Garden")
        left.membership = .left
        left.lastMessage = Story.line(1).message
        bench.state.chatList.merge([left])
        #expect(bench.state.chatList.chats["!garden"] == nil)
        list.turn()
        await type("code")
        #expect(list.rows.first?.trailing.string.contains("Garden") == true)
        await type("code in:gar")
        #expect(titles.contains("in:Garden"))
        await type("in:garden gate ")
        #expect(titles == ["bo: the gate code"])
    }

    @Test func serverResultsAreMergedAndMarked() async throws {
        var change = ChatChange(chatID: "!tea", membership: .joined)
        change.timeline = ChatChange.Timeline(
            messages: [Self.said("$new", "a new gate", at: 2_000)], isLimited: true, previousBatch: "p")
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        while try await bench.database.search.takeNext() != .nothing {}
        await type("gat")
        // No suspension point may lie between a question and its answer, or else the failure of the unreachable
        // server arrives first.
        let found = try await bench.database.search.hits(elsewhere: [
            ("!tea", Self.said("$far", "the far gate", at: 1_000)),
            ("!tea", Self.said("$new", "a new gate", at: 2_000)),
        ])
        // A search sends the query to the server, so it starts only on the user's request.
        let here = ["bo: a new gate", "bo: the gate"]
        #expect(titles == here + ["Ask the server as well"] && !bench.state.search.server.isAsking)
        #expect(list.busyText == .words("search.last-row-asks-server"))
        list.rows.last?.choose()
        // Local results are shown while the server is asked.
        #expect(titles == here)
        #expect(list.busyText == .words("server.asking"))
        let question = try #require(bench.state.search.server.question)
        #expect(question.term == "gat" && question.chatIDs == ["!tea"])
        answer(.found(found, next: .page("n")), question)
        #expect(titles == ["bo: a new gate", "bo: the far gate", "bo: the gate"])
        #expect(list.rows.map { $0.trailing.string.contains("on the server") } == [false, true, false])
        #expect(list.hasMore && list.busyText == .empty)
        // The same query is not sent twice, and an answer to another query is dropped.
        bench.queue.post(SearchEvent.tookIn)
        await self.found()
        #expect(titles.count == 3 && !bench.state.search.server.isAsking)
        setServer(.always)
        await type("gate ")
        #expect(titles == ["bo: a new gate", "bo: the gate"])
        answer(.found(found, next: nil), question)
        #expect(titles == ["bo: a new gate", "bo: the gate"])
        let next = try #require(bench.state.search.server.question)
        #expect(next.term == "gate ")
        answer(.failed(.server(.notMatrix(status: 502))), next)
        #expect(titles == ["bo: a new gate", "bo: the gate"])
        #expect(list.errorText.string.hasPrefix("This device alone was searched: "))
        setServer(.never)
        await type("gate t")
        #expect(titles.isEmpty && bench.state.search.server == ServerSearch())
        #expect(list.emptyText.string == "Nothing in Tea matches: Tab searches all chats")
        setServer(.ask)
        await type("gate tw")
        #expect(titles == ["Nothing on this device matches: ask the server"])
        // A server with an incomplete index says so. The text "nothing anywhere" would be wrong then.
        list.rows.last?.choose()
        let last = try #require(bench.state.search.server.question)
        answer(.found([], next: nil, isIncomplete: true), last)
        #expect(list.busyText == .words("search.server-is-reading-older"))
        #expect(list.emptyText.string == "Nothing in Tea matches: Tab searches all chats")
    }

    @Test func wordlessServerSearchWalksHistoryPageByPage() async throws {
        for (chatID, time) in [("!tea", 2_000), ("!garden", 3_000)] {
            var change = ChatChange(chatID: chatID, membership: .joined)
            change.timeline = ChatChange.Timeline(
                messages: [Self.said("$new\(chatID)", "new", at: Int64(time))], isLimited: true,
                previousBatch: "p\(chatID)")
            _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        }
        while try await bench.database.search.takeNext() != .nothing {}
        let gaps = try await bench.database.search.newestGaps(of: ["!tea", "!garden", "!none"])
        #expect(gaps.map(\.chatID) == ["!garden", "!tea"])
        #expect(gaps.map(\.token) == ["p!garden", "p!tea"] && gaps.map(\.timestamp) == [3_000, 2_000])
        list.turn()
        await found()
        // No suspension point may lie between a question and its answer, or else the failure of the unreachable
        // server arrives first.
        let far = try await bench.database.search.hits(elsewhere: [("!tea", Self.said("$far", "far", at: 1_600))])
        // All pages of the history are too much to request while the user types.
        setServer(.always)
        await type("from:bo ")
        #expect(titles.count == 7 && titles.last == "Ask the server as well")
        #expect(list.rows.last?.detail.string.contains("2 chats are looked through page by page") == true)
        list.rows.last?.choose()
        #expect(bench.state.search.server.isAsking && list.busyText == .words("server.asking"))
        let question = try #require(bench.state.search.server.question)
        let walk = ServerWalk(
            [
                ServerWalk.ChatCursor(chatID: "!garden", token: "a", reached: 1_500),
                ServerWalk.ChatCursor(chatID: "!tea", token: "b", reached: 1_600),
            ], end: 0)
        answer(.found(far, next: .walk(walk)), question)
        // The search continues automatically, and reports its progress.
        #expect(titles.contains("bo: far") && bench.state.search.server.isAsking)
        #expect(list.busyText.string.contains("0 of 2 chats are done") && list.busyText.string.contains("1970"))
        // After a number of pages, the user decides whether to continue.
        for _ in 0..<40 where bench.state.search.server.isAsking { answer(.found([], next: .walk(walk)), question) }
        #expect(!bench.state.search.server.isAsking)
        #expect(titles.last == "Ask the server for what is older")
        list.nearEnd()
        #expect(!bench.state.search.server.isAsking)
        list.rows.last?.choose()
        #expect(bench.state.search.server.isAsking)
        // Closing the list ends the search.
        list.cancel()
        answer(.found([], next: .walk(walk)), question)
        #expect(!bench.state.search.server.isAsking && bench.state.search.server.next == .walk(walk))
        // A failed search is offered again.
        bench.queue.post(SearchEvent.opened(again: true))
        list.rows.last?.choose()
        answer(.failed(.server(.notMatrix(status: 502))), question)
        #expect(titles.last == "Ask the server for what is older")
        #expect(list.errorText.string.hasPrefix("This device alone was searched: "))
        list.rows.last?.choose()
        answer(.found([], next: nil), question)
        #expect(titles.count == 7 && !titles.contains("Ask the server for what is older"))
        #expect(list.errorText.isEmpty)
    }

    @Test(arguments: ["in:tea ", "before:2020", "after:1960-01", "has:link"])
    func restrictingFilterAloneAllowsServerSearch(text: String) async throws {
        var change = ChatChange(chatID: "!tea", membership: .joined)
        change.timeline = ChatChange.Timeline(
            messages: [Self.said("$new", "new", at: 2_000)], isLimited: true, previousBatch: "p")
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        while try await bench.database.search.takeNext() != .nothing {}
        list.turn()
        await found()
        await type(text)
        #expect(bench.state.search.server.question?.isWalk == (text.hasPrefix("after:1960") ? nil : true))
    }

    private func setServer(_ use: ServerSearchUse) {
        var settings = MessengerSettings()
        settings.serverSearch = use
        bench.state.settings.change(to: settings, problems: [])
    }

    private static func said(_ eventID: String, _ body: String, at time: Int64) -> Message {
        Message(
            eventID: eventID, sender: Story.bo, timestamp: time, kind: .text, body: body, detail: nil,
            isRemoved: false, transactionID: nil, source: "{}")
    }

    private func answer(_ outcome: ServerSearchResponse.Outcome, _ question: ServerSearchQuery) {
        bench.queue.post(
            ServerSearchEvent.answered(ServerSearchResponse(question: question, outcome: outcome)))
    }

    @Test func enterOpensResultAndSearchCanBeRepeated() async throws {
        await type("in:garden code")
        list.rows[0].choose()
        #expect(bench.state.chatList.openChatID == "!garden")
        #expect(bench.state.navigation.picker == nil)
        bench.queue.post(SearchEvent.opened())
        #expect(titles.first == "in:garden code")
        list.recall()
        await found()
        #expect(titles == ["bo: the gate code"])
    }

    @Test func backReturnsToSearchThenToChat() async throws {
        await bench.answered()
        await type("in:garden code")
        let found = list.rows[0].id
        list.rows[0].choose()
        await bench.answered()
        #expect(bench.openChat.goBack.reason == nil)
        bench.openChat.goBack()
        #expect(bench.state.navigation.picker == .search)
        #expect(list.beginning == FuzzyListViewModel.InitialState(text: "in:garden code", row: found))
        #expect(titles == ["bo: the gate code"])
        list.cancel()
        #expect(bench.state.navigation.picker == nil && bench.state.chatList.openChatID == "!tea")
        // A user who opens a chat directly can't go back to a search.
        bench.queue.post(ChatEvent.opened(chatID: "!garden"))
        await bench.answered()
        #expect(bench.openChat.goBack.reason != nil)
        bench.queue.post(SearchEvent.opened())
        #expect(list.beginning == FuzzyListViewModel.InitialState())
        list.cancel()
        #expect(bench.state.chatList.openChatID == "!garden")
    }

    @Test func recentSearchesAreSaved() async throws {
        await type("kettle")
        list.rows[0].choose()
        await type("in:garden beans")
        list.rows[0].choose()
        await bench.answered()
        let kept = try await bench.database.sync.valueAside(forKey: SyncStore.recentSearchesKey)
        #expect(kept == "in:garden beans\nkettle")
        var next = SearchModel()
        next.add(recent: kept?.split(separator: "\n").map(String.init) ?? [])
        #expect(next.recent == ["in:garden beans", "kettle"])
    }

    @Test func outdatedSearchResultIsDropped() async throws {
        bench.queue.post(SearchEvent.typing("kettle"))
        bench.queue.post(SearchEvent.typing(""))
        while !bench.tasks.isIdle { try await Task.sleep(for: .milliseconds(1)) }
        await bench.answered()
        #expect(titles.first == "\"the gate\"")
        #expect(bench.state.search.hits.isEmpty)
    }
}
