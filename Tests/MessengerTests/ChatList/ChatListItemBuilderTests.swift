import Conversations
import Testing
import ViewModels

@testable import Messenger
@testable import Presentation

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatListItemBuilderTests {
    private func item(
        _ edit: (inout Chat) -> Void = { _ in }, open: String? = nil, draft: String? = nil, line: OutboxLine? = nil,
        refused: OutboxLine? = nil, ignored: Set<String> = []
    ) throws -> ChatListItemViewModel {
        var chat = Story.chat(Story.chatID, activity: Story.noon)
        chat.givenName = "Tea"
        chat.joinedCount = 3
        chat.lastMessage = Story.line(1, "kettle's on").message
        edit(&chat)
        let shared = SharedChatListRowValues(ignoredUserIDs: ignored, ownUserID: Story.ana, time: Story.time)
        let row = ChatListRowInput(
            shared: shared, entry: ChatTable.Entry(chat), isOpen: open == chat.id, draft: draft, line: line,
            refused: refused)
        return ChatListItemBuilder(row: row).build(actions: ChatListItemActions()) {}
    }

    @Test func lastMessageNamesSenderOutsideDirectChats() throws {
        #expect(try item().message.string == "@bo:x: kettle's on")
        #expect(try item { $0.directUserID = Story.bo }.message.string == "kettle's on")
        #expect(try item { $0.lastMessage = Story.line(1, by: Story.ana).message }.message.string == "You: hello")
        #expect(
            try item { $0.heroes = [ChatPerson(userID: Story.bo, displayName: "Bo")] }.message.string
                == "Bo: kettle's on")
    }

    @Test func lastSenderIsNamedEvenIfNotAHero() throws {
        let bo = ChatPerson(userID: Story.bo, displayName: "Bo B.")
        #expect(try item { $0.lastSender = bo }.message.string == "Bo B.: kettle's on")
    }

    @Test func formattingIsStrippedFromLastMessage() throws {
        var message = Story.line(1, "**tea** and `cake`").message
        message.formattedBody = "<strong>tea</strong> and<br>\n<code>cake</code>"
        #expect(try item { $0.lastMessage = message }.message.string == "@bo:x: tea and cake")
        let line = OutboxLine.message("*soon*", isEmote: false, chatID: Story.chatID, now: Story.noon)
        #expect(try item(line: line).message.string == "Unsent: soon")
        message.formattedBody = String(repeating: "<b>tea</b>", count: 1_000)
        #expect(try item { $0.lastMessage = message }.message.string == "@bo:x: **tea** and `cake`")
    }

    @Test func fileMessageShowsItsKind() throws {
        let picture = Story.line(1, "cat.jpg", kind: .picture).message
        #expect(try item { $0.lastMessage = picture }.message.string == "@bo:x: [picture] cat.jpg")
        #expect(try item(line: Story.outboxLine("notes", kind: .file)).message.string == "Unsent: [file] notes")
    }

    @Test func draftIsShownUnlessChatIsOpen() throws {
        #expect(try item(draft: "half").message.string == "Draft: half")
        #expect(try item(draft: "half").hasDraft)
        let open = try item(open: Story.chatID, draft: "half")
        #expect(open.hasDraft)
        #expect(open.message.string == "@bo:x: kettle's on")
    }

    @Test func outgoingMessageReplacesLastMessage() throws {
        #expect(try item(line: Story.outboxLine("soon")).message.string == "Unsent: soon")
        #expect(try item(line: Story.outboxLine("soon", .sent(eventID: "$9"))).message.string == "You: soon")
    }

    @Test func failedMessageTakesPrecedence() throws {
        let refused = try item(
            draft: "half", line: Story.outboxLine("later"),
            refused: Story.outboxLine("soon", .failed(reason: .said("no"))))
        #expect(refused.message.string == "Failed: soon")
        #expect(refused.hasFailed)
        #expect(try !item(line: Story.outboxLine("later")).hasFailed)
    }

    @Test func invitationNamesInviter() throws {
        let invitation = try item {
            $0.membership = .invited
            $0.inviter = ChatPerson(userID: Story.kim, displayName: "Kim")
        }
        #expect(invitation.isInvitation)
        #expect(invitation.message.string == "Kim invites you")
    }

    @Test func unreadCountIsCappedAt999() throws {
        #expect(try item { $0.notificationCount = 999 }.unreadMessageCount.string == "999")
        #expect(try item { $0.notificationCount = 1_000 }.unreadMessageCount.string == "999+")
        #expect(try item().unreadMessageCount.isEmpty)
        #expect(try item { $0.highlightCount = 1 }.isMention)
    }

    @Test func messageOfIgnoredPersonIsHidden() throws {
        #expect(try item(ignored: [Story.bo]).message.string == "from somebody you ignore")
    }

    @Test func mutedChatHidesCountAndMentionsChatLimitsIt() throws {
        let muted = try item {
            ($0.notificationCount, $0.highlightCount, $0.notificationLevel) = (5, 2, .off)
        }
        #expect(muted.unreadMessageCount.isEmpty && muted.isMuted && !muted.isMention)
        let quiet = try item {
            ($0.notificationCount, $0.highlightCount, $0.notificationLevel) = (5, 2, .mentions)
        }
        #expect(quiet.unreadMessageCount.string == "2" && quiet.isForMentions && quiet.isMention)
    }

    @Test func markedUnreadChatShowsDot() throws {
        #expect(try item { $0.isMarkedUnread = true }.unreadMessageCount.string == "•")
    }
}
