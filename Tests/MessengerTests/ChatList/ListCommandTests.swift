import Conversations
import MatrixClient
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests commands that are typed into the chat list of an account without chats.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ListCommandTests {
    private static let garden = RoomAddress(name: "#garden:x")
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        bench.queue.open()
        bench.queue.post(
            ChatEvent.loaded(chats: [], areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: nil))
    }

    private func run(_ text: String) throws {
        let command = try #require(bench.chatList.command(text))
        #expect(command.run() == nil)
    }

    private var notice: ComposerNotice? { bench.state.notice.outcome?.notice }

    @Test func joinCommandOpensChat() throws {
        try run("/join #garden:x")
        #expect(notice == .joining(Self.garden))
        bench.queue.post(JoinEvent.joined(chatID: "!garden", Self.garden, from: .listCommand))
        #expect(bench.state.chatList.openChatID == "!garden" && notice == nil)
    }

    @Test func repeatingRefusedJoinSendsKnock() throws {
        try run("/join #garden:x")
        bench.queue.post(JoinEvent.refused(Self.garden, from: .listCommand, .takesKnocks))
        #expect(notice == .notJoined(Self.garden, .takesKnocks))
        try run("/join #garden:x")
        #expect(notice == .knocking(Self.garden))
    }

    @Test func invalidAddressIsReported() throws {
        try run("/join not an address")
        #expect(notice == .noChatAddress("not an address"))
    }

    @Test func listCommandOpensRoomDirectory() throws {
        try run("/list")
        #expect(bench.state.navigation.picker == .roomDirectory)
    }

    @Test func nickCommandConfirmsNewName() throws {
        try run("/nick Ana")
        bench.queue.post(ChatListEvent.commandEnded(.renamed("Ana")))
        #expect(notice == .renamed("Ana"))
    }

    @Test(arguments: ["/topic soil", "/me waves", "/leave", "/invite @bo:x", "/send"])
    func chatCommandNeedsOpenChat(text: String) throws {
        let reason = try #require(bench.chatList.command(text)).run()
        #expect(reason?.string.hasSuffix("needs an open chat.") == true)
    }

    @Test func incompleteCommandShowsUsage() throws {
        #expect(try #require(bench.chatList.command("/join")).run()?.string.contains("#chat:example.org") == true)
        #expect(try #require(bench.chatList.command("/")).run()?.string.contains("/join") == true)
    }

    @Test(arguments: ["/tea", "//join", "join"])
    func nonCommandStaysAFilter(text: String) { #expect(bench.chatList.command(text) == nil) }

    @Test func emptyListMentionsCommands() {
        #expect(bench.chatList.beginning.contains { $0.string.contains("/join") })
    }
}
