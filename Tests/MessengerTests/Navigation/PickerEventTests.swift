import Conversations
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) final class PickerEventTests {
    private let bench: Workbench
    private var picker: FuzzyListViewModel?
    private var navigation: NavigationViewModel?

    init() throws {
        bench = try Workbench()
        bench.state.chatList.load(chats: ["!a", "!b"].map { Story.chat($0) })
        bench.queue.open()
        bench.events.picker.subscribe(self) { $0.picker = $1 }
        bench.events.navigation.subscribe(self) { $0.navigation = $1 }
        bench.queue.post(ChatEvent.opened(chatID: "!a"))
        bench.frames.deliver()
    }

    private func ask(_ event: NavigationEvent) {
        bench.queue.post(event)
        bench.frames.deliver()
    }

    @Test func goToOpensChosenChat() throws {
        #expect(picker == nil)
        ask(.goTo)
        #expect(try #require(picker).rows.map(\.trailing.string).last == "open")
        picker?.rows.first?.choose()
        bench.frames.deliver()
        #expect(bench.state.chatList.openChatID == "!b")
        #expect(picker == nil)
    }

    @Test func escapeReturnsToPreviousScreen() throws {
        ask(.newChat)
        ask(.goTo)
        let first = try #require(picker).number
        picker?.cancel()
        bench.frames.deliver()
        #expect(picker == nil)
        #expect(bench.state.navigation.screen == .createChat)
        ask(.goTo)
        #expect(picker?.number != first)
        ask(.back)
        ask(.back)
        #expect(bench.state.navigation.screen == .chats)
    }

    @Test func goToListsSpacesAfterChatsAndRevealsChosenOne() throws {
        var space = Story.chat("!team", activity: Story.noon)
        (space.givenName, space.isSpace) = ("Team", true)
        space.spaceChildren = [SpaceChild(chatID: "!b", servers: ["x"])]
        bench.state.chatList.merge([space])
        ask(.goTo)
        let row = try #require(picker?.rows.dropFirst().first)
        #expect(row.title == "Team" && row.detail == "1 chat" && row.trailing == "space")
        row.choose()
        bench.frames.deliver()
        #expect(picker == nil)
        #expect(navigation?.goal?.row == .space("!team"))
        #expect(bench.state.spaces.openIDs == ["!team"])
        #expect(bench.state.chatList.openChatID == "!a")
    }

    @Test func backFromFormReturnsToDetails() {
        bench.queue.post(ChatDetailsEvent.opening())
        bench.queue.post(CreateChatEvent.started(with: nil, for: .invitation(chatID: "!a", text: "")))
        ask(.back)
        #expect(bench.state.navigation.screen == .chatDetails && bench.state.chatDetails.chatID == "!a")
        ask(.back)
        #expect(bench.state.navigation.screen == .chats)
        bench.queue.post(CreateChatEvent.started(with: nil, for: .invitation(chatID: "!a", text: "")))
        ask(.back)
        #expect(bench.state.navigation.screen == .chats)
    }

    @Test func openPickerFollowsChanges() throws {
        ask(.goTo)
        let number = picker?.number
        bench.state.chatList.merge([Story.chat("!c", activity: Story.noon, unread: 2)])
        bench.queue.post(CommandEvent.loaded([]))
        bench.queue.post(ChatEvent.refused(chatID: "!b", .refused()))
        bench.frames.deliver()
        #expect(try #require(picker).rows.first?.trailing.string == "2 new")
        #expect(picker?.number == number)
    }

    @Test func recentCommandsAreSavedNewestFirst() async throws {
        for name in ["new-chat", "help", "new-chat"] { bench.queue.post(CommandEvent.ran(name)) }
        bench.frames.deliver()
        #expect(navigation?.recentCommands == ["new-chat", "help"])
        func kept() throws -> [String] { try bench.database.opening().recentCommands }
        while try kept() != ["new-chat", "help"] { try await Task.sleep(for: .milliseconds(1)) }
        #expect(try kept() == ["new-chat", "help"])
        for place in 0..<30 { bench.state.commands.add("command-\(place)") }
        #expect(bench.state.commands.recent.count == 20)
    }
}
