import Conversations
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests a join that the server confirms late. If the user has opened another chat by then, that chat stays open.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class LateJoinTests {
    private let bench: Workbench
    private var navigation: NavigationViewModel?
    private var shownComposer: ComposerViewModel?

    /// Ana has joined `!garden`, and has accepted the invitation to her open chat.
    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        var invitation = Story.chat(Story.chatID)
        invitation.membership = .invited
        bench.state.chatList.merge([Story.chat("!garden"), invitation])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.state.chatList.setBusy(Story.chatID)
        bench.events.navigation.subscribe(self) { $0.navigation = $1 }
        bench.events.composer.subscribe(self) { $0.shownComposer = $1 }
    }

    private var composer: ComposerModel { bench.state.composer }

    private func join() { bench.queue.post(ChatEvent.accepted(chatID: Story.chatID)) }

    @Test func joiningShowsChatInsteadOfInvitation() async throws {
        join()
        bench.frames.deliver()
        #expect(navigation?.detail == .chat)
        #expect(shownComposer?.placeholder.string == "write a message")
        try await bench.sync([Story.event("1")])
        await bench.answered()
        #expect(bench.openChat.rows.count == 2)
    }

    @Test func joiningDoesNotInterruptWritingInAnotherChat() async throws {
        bench.queue.post(ChatEvent.opened(chatID: "!garden"))
        let place = try #require(composer.place)
        bench.queue.post(ComposerEvent.edited(text: "see you", of: place))
        join()
        #expect(composer.text == "see you")
        bench.queue.post(ComposerEvent.submitted(text: "see you at five", of: place))
        await bench.parts.effects.disk.settle()
        #expect(bench.state.outbox.lines.map(\.chatID) == ["!garden"])
        #expect(bench.state.timeline.chatID == "!garden")
        #expect(bench.state.chatList.openChatID == "!garden")
        // The former invitation is listed as a joined chat.
        #expect(bench.state.chatList.chats[Story.chatID]?.membership == .joined)
        #expect(bench.state.chatList.busyChatIDs.isEmpty)
    }

    @Test(arguments: [NavigationViewModel.Screen.contacts, .editContact, .createChat, .chatDetails])
    func joinedChatOpensBehindOtherScreen(screen: NavigationViewModel.Screen) {
        bench.state.navigation.show(screen)
        join()
        #expect(bench.state.navigation.screen == screen)
        bench.queue.post(NavigationEvent.back)
        bench.frames.deliver()
        #expect(navigation?.screen == .chats)
        #expect(navigation?.detail == .chat)
    }

    @Test func joiningKeepsPickerOpen() {
        let count = bench.state.navigation.openedCount
        bench.queue.post(NavigationEvent.goTo)
        join()
        #expect(bench.state.navigation.picker == .chatToGoTo)
        #expect(bench.state.navigation.openedCount == count)
    }

    @Test func joiningDoesNotReopenSyncedChat() async throws {
        try await bench.sync([Story.event("1")])
        await bench.answered()
        let number = bench.openChat.chatNumber
        join()
        #expect(bench.openChat.chatNumber == number)
        #expect(bench.openChat.rows.count == 2)
    }
}
