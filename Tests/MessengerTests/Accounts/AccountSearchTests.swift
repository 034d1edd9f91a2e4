import Conversations
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests that a search in all chats finds the messages of all accounts of a window.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct AccountSearchTests {
    private let clock = FrameClock()
    private let window = AccountWindow()
    private let ana: Workbench
    private let work: Workbench
    private let accounts: (ana: WindowAccount, work: WindowAccount)

    init() async throws {
        ana = try await Self.bench(clock, [("$a1", "the gate", 10), ("$a2", "tea at the gate", 30)])
        work = try await Self.bench(clock, [("$w1", "a gate of the office", 20), ("$w2", "budget", 40)])
        func account(_ userID: String, _ bench: Workbench) -> WindowAccount {
            WindowAccount(
                userID: userID, events: bench.events, turn: { _ in }, rowsToGoTo: { [] },
                search: { AccountSearch(bench.parts) })
        }
        accounts = (account("@ana:x", ana), account("@work:y", work))
        window.add(accounts.ana)
        window.add(accounts.work)
        clock.deliver()
    }

    private static func bench(_ clock: FrameClock, _ said: [(id: String, body: String, at: Int64)]) async throws
        -> Workbench
    {
        let bench = try Workbench(clock: clock)
        var change = ChatChange(chatID: "!tea", membership: .joined)
        change.members = [ChatMember(userID: Story.bo, displayName: "bo", membership: "join")]
        change.timeline = .init(
            messages: said.map {
                Message(
                    eventID: $0.id, sender: Story.bo, timestamp: $0.at * 1_000, kind: .text, body: $0.body,
                    detail: nil, isRemoved: false, transactionID: nil, source: "{}")
            }, isLimited: false, previousBatch: nil)
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        while try await bench.database.search.takeNext() != .nothing {}
        bench.queue.open()
        var tea = Story.chat("!tea")
        tea.givenName = "Tea"
        bench.queue.post(
            ChatEvent.loaded(
                chats: [tea], areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: "!tea"))
        return bench
    }

    private var list: FuzzyListViewModel? {
        (ana.events.picker.newest ?? nil).flatMap { window.picker($0) }
    }

    private func look(for text: String) async throws {
        ana.queue.post(SearchEvent.typing(text))
        clock.deliver()
        let search = try #require(accounts.work.search)
        while ana.state.search.isAsking || search.isAsking { await Task.yield() }
        clock.deliver()
    }

    private func rows() throws -> [String] {
        try #require(list).rows.map { $0.title.string + " – " + String($0.trailing.string.prefix { $0 != "," }) }
    }

    @Test func searchCoversAllAccountsAndMarksEachResult() async throws {
        ana.queue.post(SearchEvent.opened())
        ana.queue.post(SearchEvent.turned)
        try await look(for: "gate")
        #expect(
            try rows() == ["bo: tea at the gate – ana", "bo: a gate of the office – work", "bo: the gate – ana"])
        try await look(for: "budget")
        #expect(try rows() == ["bo: budget – work"])
    }

    @Test func singleChatSearchOmitsOtherAccounts() async throws {
        ana.queue.post(SearchEvent.opened())
        try await look(for: "gate")
        #expect(try #require(list).rows.map(\.title.string) == ["bo: tea at the gate", "bo: the gate"])
    }

    @Test func choosingResultSwitchesAccountAndOpensIt() async throws {
        ana.queue.post(SearchEvent.opened())
        ana.queue.post(SearchEvent.turned)
        try await look(for: "budget")
        let shown = try #require(list)
        try #require(shown.rows.first).choose()
        clock.deliver()
        #expect(window.front === accounts.work)
        #expect(ana.state.navigation.picker == nil)
        #expect(work.state.search.visited?.message.eventID == "$w2" && work.state.search.text == "budget")
    }

    @Test func mergedSearchHidesRowsOlderThanUnloadedOnes() throws {
        func row(_ id: String, _ place: Int64) -> FuzzyListRowViewModel {
            var row = FuzzyListRowViewModel(
                id: FuzzyListRowID(id), title: DisplayText(sanitizing: id), choose: .available {})
            row.place = place
            return row
        }
        var own = FuzzyListViewModel(title: "", rows: [row("50", 50), row("40", 40)], emptyText: "", cancel: {})
        own.hasMore = true
        var asked = 0
        let merged = AccountsSearchBuilder(
            own: own, ownMark: "ana",
            others: [
                .init(
                    prefix: "2", mark: "work", rows: [row("45", 45), row("30", 30)], hasMore: false, isAsking: false,
                    more: { asked += 1 }, bring: {})
            ]
        ).build()
        #expect(merged.rows.map(\.title.string) == ["50", "45", "40"] && merged.hasMore)
        merged.nearEnd()
        #expect(asked == 0)
    }
}
