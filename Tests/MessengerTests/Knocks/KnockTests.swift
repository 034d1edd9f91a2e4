import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct KnockTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        bench.queue.open()
        bench.queue.post(
            ChatEvent.loaded(
                chats: [], areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: nil))
    }

    private func take(_ rooms: JSONValue) async throws {
        let response = try #require(SyncResponse(json: ["next_batch": "s", "rooms": rooms]))
        for slice in SyncTranslator(userID: Story.ana).slices(of: response, now: Story.noon) {
            bench.queue.post(SyncEvent.received(try await bench.database.sync.apply(slice), isFirstSync: false))
        }
    }

    private func row(_ chatID: String) -> ChatListItemViewModel { bench.chatList.item(.chat(chatID)) }

    private static let asked: JSONValue = [
        "knock": [
            "!garden": [
                "knock_state": [
                    "events": [
                        ["type": "m.room.name", "sender": "@bo:x", "state_key": "", "content": ["name": "Garden"]],
                        [
                            "type": "m.room.member", "sender": "@ana:x", "state_key": "@ana:x",
                            "content": ["membership": "knock"],
                        ],
                    ]
                ]
            ]
        ]
    ]

    @Test func pendingKnockIsListedAndCanBeWithdrawn() async throws {
        try await take(Self.asked)
        let item = row("!garden")
        #expect(item.contact.string == "Garden" && item.message.string == "asked to join")
        #expect(item.unreadMessageCount.isEmpty && bench.state.chatList.waitingElsewhere == 0)
        #expect(item.actions.leave.reason == nil)
        #expect(item.actions.leaveQuestion.string.contains("Ask no more to be let into Garden?"))
        #expect(item.actions.pin.reason != nil)
        #expect(try bench.database.chats.chat(id: "!garden")?.membership == .knocked)

        bench.queue.post(ChatEvent.left(chatID: "!garden"))
        #expect(bench.state.chatList.chats["!garden"] == nil)
    }

    @Test func endedKnockIsRemovedFromList() async throws {
        try await take(Self.asked)
        bench.queue.post(ChatEvent.opened(chatID: "!garden"))
        #expect(bench.openChat.emptyText.filled { $0.rawValue }.string.contains("leave-chat takes that back"))
        try await take(["leave": ["!garden": [:]]])
        #expect(bench.state.chatList.chats["!garden"] == nil)
        #expect(bench.state.chatList.leftOrder.isEmpty)
        #expect(bench.state.notice.outcome?.notice == .knockEnded(chat: "Garden"))
    }

    private static func end(by sender: String, reason: String? = nil) -> JSONValue {
        var content: JSONValue = ["membership": "leave"]
        content["reason"] = reason.map { .string($0) }
        let event = Story.event(
            "end", "m.room.member", by: sender, stateKey: Story.ana,
            unsigned: ["prev_content": ["membership": "knock"]], content: content)
        return ["leave": ["!garden": ["timeline": ["events": [event]]]]]
    }

    @Test(arguments: ["We are full", nil]) func refusedKnockShowsReason(reason: String?) async throws {
        try await take(Self.asked)
        try await take(Self.end(by: Story.bo, reason: reason))
        #expect(bench.state.chatList.chats["!garden"] == nil)
        #expect(bench.state.notice.outcome?.notice == .knockRefused(chat: "Garden", reason: reason ?? ""))
        let text = try #require(bench.state.notice.outcome?.notice.text)
        #expect(text == "Your request to join Garden was refused" + (reason.map { ": " + $0 } ?? ""))
    }

    @Test func knockWithdrawnOnAnotherDeviceIsNotARefusal() async throws {
        try await take(Self.asked)
        try await take(Self.end(by: Story.ana))
        #expect(bench.state.chatList.chats["!garden"] == nil && bench.state.notice.outcome == nil)
    }

    @Test func knockRowShowsReasonAndInviteCommand() async throws {
        let knock = Story.membership("k", of: Story.kim, "knock", reason: "I bring tea")
        try await bench.sync(
            state: [Story.creation(by: Story.bo), Story.levels(["invite": 50, "users": ["@ana:x": 50]])], [knock])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        let rows = RowWords.lines(bench.openChat.rows)
        #expect(rows.contains { $0.contains("asks to join: I bring tea – /invite @kim:x lets them in") })

        try await bench.sync([Story.levels(["invite": 100], id: "more")])
        #expect(RowWords.lines(bench.openChat.rows).contains { $0.hasSuffix("asks to join: I bring tea") })
    }

    @Test func knockCanBeAdmittedFromDetails() async throws {
        try await bench.sync(
            state: [Story.creation(by: Story.bo), Story.levels(["invite": 0, "kick": 0])],
            [Story.membership("k", of: Story.kim, "knock")])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.queue.post(ChatDetailsEvent.opening())
        let details = bench.chatDetails
        let kim = try #require((0..<details.memberCount).map(details.member).first { $0.detail.string == Story.kim })
        #expect(kim.role.string.contains("asks to join"))
        #expect(kim.admit.reason?.string.contains("being asked") != true)
        _ = kim.admit()
        #expect(bench.state.chatDetails.isBusy)
    }
}
