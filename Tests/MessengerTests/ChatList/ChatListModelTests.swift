import Conversations
import Testing

@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatListModelTests {
    private var model = ChatListModel()

    init() {
        model.load(
            chats: [
                Story.chat("!a", activity: 10), Story.chat("!b", activity: 30, unread: 2),
                Story.chat("!c", activity: 20, unread: 1, mentions: 1),
            ])
    }

    @Test mutating func newestActivityComesFirst() {
        #expect(model.order == ["!b", "!c", "!a"])
        model.merge([Story.chat("!a", activity: 40)])
        #expect(model.order == ["!a", "!b", "!c"])
    }

    @Test mutating func chatsWithEqualActivityAreOrderedByID() {
        model.merge([Story.chat("!e", activity: 5), Story.chat("!d", activity: 5)])
        #expect(model.order.suffix(2) == ["!d", "!e"])
    }

    @Test func neighborsWrapAround() {
        #expect(model.neighbour(of: "!b", by: 1) == "!c")
        #expect(model.neighbour(of: "!a", by: 1) == "!b")
        #expect(model.neighbour(of: "!b", by: -1) == "!a")
        #expect(model.neighbour(of: nil, by: 1) == "!b")
        #expect(model.neighbour(of: nil, by: -1) == "!a")
        #expect(ChatListModel().neighbour(of: "!a", by: 1) == nil)
    }

    @Test mutating func catchUpVisitsMentionsBeforeUnreadChats() {
        #expect(model.nextUnread == "!c")
        model.markRead("!c")
        #expect(model.nextUnread == "!b")
        model.open("!b")
        #expect(model.nextUnread == nil)
        var invitation = Story.chat("!i", activity: 1)
        invitation.membership = .invited
        model.merge([invitation])
        #expect(model.nextUnread == "!i")
    }

    @Test mutating func catchUpSkipsMutedAndVisitsMarkedUnreadChats() {
        var muted = Story.chat("!b", activity: 30, unread: 2, mentions: 1)
        muted.notificationLevel = .off
        var aside = Story.chat("!a", activity: 10)
        aside.isMarkedUnread = true
        model.merge([muted, aside, Story.chat("!c", activity: 20)])
        #expect(model.nextUnread == "!a")
        #expect(model.unreadTotal == 0)
        model.open("!a")
        #expect(model.nextUnread == nil)
        #expect(model.waitingElsewhere == 0)
    }

    @Test mutating func unreadTotalFollowsChatChanges() {
        for unread in [3, 0, 7] { model.merge([Story.chat("!a", activity: 10, unread: unread)]) }
        #expect(model.unreadTotal == 10)
        model.remove("!b")
        model.markRead("!c")
        #expect(model.unreadTotal == 7)
    }

    @Test mutating func pendingSettingIsShownUntilRefused() {
        let pin = ChatSetting.tags(ChatTags(isPinned: true, pinOrder: 0.5))
        model.begin(pin, chatID: "!a")
        model.merge([Story.chat("!a", activity: 10)])
        #expect(model.order == ["!a", "!b", "!c"])
        model.revert(pin, chatID: "!a")
        #expect(model.order == ["!b", "!c", "!a"])
        #expect(model.pending.isEmpty)
    }

    @Test mutating func refusedSettingRevertsOnlyItself() {
        let (pin, name) = (ChatSetting.tags(ChatTags(isPinned: true, pinOrder: 0.5)), ChatSetting.name("Cake"))
        model.merge([Story.chat("!a", activity: 10, unread: 2)])
        for setting in [pin, name, .markedUnread(true)] { model.begin(setting, chatID: "!a") }
        model.markRead("!a")
        model.end(.markedUnread(true), chatID: "!a")
        model.revert(pin, chatID: "!a")
        #expect(model.chats["!a"]?.tags.isPinned == false)
        #expect(model.chats["!a"]?.givenName == "Cake")
        #expect(model.chats["!a"]?.isMarkedUnread == true)
        #expect(model.chats["!a"]?.unreadCount == 0)
        model.revert(name, chatID: "!a")
        #expect(model.chats["!a"]?.givenName == nil)
        #expect(model.chats["!a"]?.isMarkedUnread == true)
    }

    @Test func lateDiskLoadDoesNotOverwriteServerData() {
        var model = ChatListModel()
        model.load(chats: [Story.chat("!a", activity: 1)], areAll: false)
        model.merge([Story.chat("!b", activity: 9, unread: 4)])
        var left = Story.chat("!c")
        left.membership = .left
        model.merge([left])
        model.loadRest([Story.chat("!a"), Story.chat("!b"), Story.chat("!c"), Story.chat("!d", activity: 5)])
        #expect(model.order == ["!b", "!d", "!a"])
        #expect(model.unreadTotal == 4)
    }

    @Test mutating func invitationsOfIgnoredPeopleAreRemoved() {
        var invitation = Story.chat("!i", activity: 40)
        invitation.membership = .invited
        invitation.inviter = ChatPerson(userID: Story.kim, displayName: nil)
        model.merge([invitation])
        #expect(model.order.first == "!i")
        model.ignore([Story.kim])
        #expect(model.order.first == "!b")
        model.merge([invitation])
        #expect(model.chats["!i"] == nil)
    }

    @Test mutating func leftChatIsRemovedAndClosed() {
        model.open("!a")
        var left = Story.chat("!a", activity: 50)
        left.membership = .left
        model.merge([left])
        #expect(model.order == ["!b", "!c"])
        #expect(model.openChatID == nil)
    }

    @Test func unreadTotalSumsChats() {
        #expect(model.unreadTotal == 3)
    }

    @Test func emptyDraftIsRemoved() {
        var drafts = DraftModel()
        drafts.load([Draft(chatID: "!a", text: "half")])
        #expect(drafts.texts == ["!a": "half"])
        drafts.set("", at: "!a")
        #expect(drafts.texts.isEmpty)
    }

    @Test mutating func lastVisitedIsPreviousChat() {
        model.open("!a")
        model.open("!b")
        model.open("!b")
        #expect(model.lastVisitedID == "!a")
    }

    @Test mutating func errorEndsBusyStateAndJoiningClearsIt() {
        model.setBusy("!a")
        model.setError(.refused(), chatID: "!a")
        #expect(model.busyChatIDs.isEmpty)
        #expect(model.errors == ["!a": .refused()])
        model.join("!a")
        #expect(model.errors.isEmpty)
    }
}
