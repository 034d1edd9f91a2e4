import Conversations
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests that the messages of a chat stay readable after the user left it.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class LeftChatTests {
    private let bench: Workbench
    private var composer: ComposerViewModel?
    private var navigation: NavigationViewModel?
    private var list: ChatListViewModel?

    init() throws {
        bench = try Workbench()
        bench.queue.open()
        bench.events.composer.subscribe(self) { $0.composer = $1 }
        bench.events.navigation.subscribe(self) { $0.navigation = $1 }
        bench.events.chatList.subscribe(self) { $0.list = $1 }
    }

    private func tea(_ membership: ChatMembership) -> Chat {
        var chat = Story.chat("!tea", activity: 5)
        chat.membership = membership
        chat.lastMessage = Story.line(1).message
        return chat
    }

    private func receive(_ chat: Chat) {
        let applied = AppliedSlice(chats: [chat], newMessages: [:], echoedLines: [])
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
        bench.frames.deliver()
    }

    @Test func removalKeepsChatOpenAndReadOnly() throws {
        bench.state.chatList.merge([tea(.joined)])
        bench.queue.post(ChatEvent.opened(chatID: "!tea"))
        bench.frames.deliver()
        #expect(try #require(composer).send.reason == nil)
        receive(tea(.left))
        #expect(bench.state.timeline.chatID == "!tea")
        #expect(try #require(navigation).detail == .chat)
        #expect(try #require(list).openRow == .leftChat("!tea"))
        #expect(try #require(composer).placeholder.string == "You are not in this chat any more")
        #expect(try #require(composer).send.reason?.string == "Not sent: you are not in this chat any more.")
        receive(tea(.joined))
        #expect(try #require(list).openRow == .chat("!tea"))
        #expect(try #require(composer).send.reason == nil)
    }

    @Test func leftChatRunsCommandsThatNeedNoMembership() throws {
        bench.state.chatList.merge([tea(.joined)])
        bench.queue.post(ChatEvent.opened(chatID: "!tea"))
        receive(tea(.left))
        let composer = try #require(composer)
        #expect(composer.entering("hello").reason == composer.send.reason)
        #expect(composer.entering("/me waves").reason == composer.send.reason)
        composer.entering("/leave")("/leave")
        bench.frames.deliver()
        #expect(try #require(self.composer).notice == "You are not in this chat any more")
        let help = try #require(navigation).helpCount
        try #require(self.composer).entering("/help")("/help")
        bench.frames.deliver()
        #expect(try #require(navigation).helpCount == help + 1)
    }

    /// The result is the same whether the response or the sync arrives first.
    @Test func leavingEmptyChatRemovesIt() {
        var empty = tea(.joined)
        empty.lastMessage = nil
        for isToldBySync in [true, false] {
            bench.state.chatList.merge([empty])
            var left = empty
            left.membership = .left
            if isToldBySync { receive(left) }
            bench.queue.post(ChatEvent.left(chatID: "!tea"))
            if !isToldBySync { receive(left) }
            #expect(bench.state.chatList.chats.isEmpty && bench.state.chatList.leftOrder.isEmpty)
        }
    }

    @Test func leftChatCanBeReadUntilForgotten() throws {
        receive(tea(.left))
        let row = try #require(list).item(.leftChat("!tea"))
        #expect(row.actions.open.reason == nil)
        row.itemTapped()
        bench.frames.deliver()
        #expect(bench.state.timeline.chatID == "!tea")
        #expect(try #require(list).item(.leftChat("!tea")).isOpen)
        bench.queue.post(ChatTaskEvent.done(.forget(chatID: "!tea")))
        bench.frames.deliver()
        #expect(bench.state.timeline.chatID == nil)
        #expect(try #require(navigation).detail == .nothing)
    }
}
