import Conversations
import Testing
import ViewModels

@testable import Messenger

@MainActor
@Suite struct ChatListViewModelBuilderTests {
    private func item(
        _ edit: (inout Chat) -> Void = { _ in }, open: String? = nil, draft: String? = nil, line: OutboxLine? = nil
    ) throws -> ChatListItemViewModel {
        var chat = Story.chat(Story.chatID, activity: Story.noon)
        chat.givenName = "Tea"
        chat.joinedCount = 3
        chat.lastMessage = Story.line(1, "kettle's on").message
        edit(&chat)
        let list = ChatListViewModelBuilder(
            chats: [chat], openChatID: open, drafts: draft.map { [Story.chatID: $0] } ?? [:],
            outbox: line.map { [Story.chatID: $0] } ?? [:], isLoaded: true, ownUserID: Story.ana, time: Story.time
        ).build(open: { _ in })
        return try #require(list.items.first)
    }

    @Test func theLastMessageStandsThereWithWhoSaidIt() throws {
        #expect(try item().message.string == "bo: kettle's on")
        #expect(try item { $0.directUserID = Story.bo }.message.string == "kettle's on")
        #expect(try item { $0.lastMessage = Story.line(1, by: Story.ana).message }.message.string == "You: hello")
        #expect(
            try item { $0.heroes = [ChatPerson(userID: Story.bo, displayName: "Bo")] }.message.string
                == "Bo: kettle's on")
    }

    @Test func aDraftIsShownUnlessItsChatIsOpen() throws {
        #expect(try item(draft: "half").message.string == "Draft: half")
        #expect(try item(draft: "half").hasDraft)
        #expect(try !item(open: Story.chatID, draft: "half").hasDraft)
    }

    @Test func aLineOnItsWayComesBeforeTheLastMessage() throws {
        #expect(try item(line: Story.outboxLine("soon")).message.string == "Unsent: soon")
        #expect(try item(line: Story.outboxLine("soon", .failed(reason: "no"))).message.string == "Unsent: soon")
        #expect(try item(line: Story.outboxLine("soon", .sent(eventID: "$9"))).message.string == "You: soon")
    }

    @Test func anInvitationSaysWhoInvites() throws {
        let invitation = try item {
            $0.membership = .invited
            $0.inviter = ChatPerson(userID: Story.kim, displayName: "Kim")
        }
        #expect(invitation.isInvitation)
        #expect(invitation.message.string == "Kim invites you")
    }

    @Test func manyUnreadAreNotCountedOut() throws {
        #expect(try item { $0.notificationCount = 999 }.unreadMessageCount.string == "999")
        #expect(try item { $0.notificationCount = 1_000 }.unreadMessageCount.string == "999+")
        #expect(try item().unreadMessageCount.isEmpty)
        #expect(try item { $0.highlightCount = 1 }.isMention)
    }

    @Test func beforeAnythingIsLoadedTheListIsBusy() {
        let list = ChatListViewModelBuilder(
            chats: [], openChatID: nil, drafts: [:], outbox: [:], isLoaded: false, ownUserID: Story.ana,
            time: Story.time
        ).build(open: { _ in })
        #expect(list.shouldShowBusy)
        #expect(list.emptyText.string == "No chats yet: F4 makes one")
    }
}
