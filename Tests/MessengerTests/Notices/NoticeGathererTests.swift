import Conversations
import Testing
import ViewModels

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct NoticeGathererTests {
    private func arrival(_ chat: String, _ count: Int = 1, text: String = "hello") -> Arrival {
        Arrival(in: .named(chat), last: Story.line(1, text).message, count: count, isMention: false)
    }

    private func told(_ arrivals: [Arrival], shown: NotificationRules.Content = .text) -> String {
        let notice = RaisedNotification(arrivals, shown: shown, unreadTotal: 9)
        return notice.title.string + (notice.text.isEmpty ? "" : " | " + notice.text.string)
    }

    @Test func simultaneousArrivalsShareOneNotification() {
        var gatherer = NotificationBatcher()
        #expect(gatherer.add([arrival("Bo")], now: 0) == NotificationBatcher.patience)
        #expect(gatherer.add([arrival("Kim"), arrival("Bo", 3)], now: 100) == nil)
        let arrivals = gatherer.flush(now: 300)
        #expect(told(arrivals) == "5 new: Bo, Kim")
        #expect(gatherer.flush(now: 400).isEmpty)
    }

    @Test func pauseBetweenNotificationsLosesNothing() {
        var gatherer = NotificationBatcher()
        _ = gatherer.add([arrival("Bo")], now: 0)
        #expect(gatherer.flush(now: 300).count == 1)
        #expect(gatherer.add([arrival("Bo")], now: 1_300) == NotificationBatcher.pause - 1_000)
        #expect(gatherer.add([arrival("Bo", text: "again")], now: 2_000) == nil)
        #expect(told(gatherer.flush(now: 5_300)) == "2 new: Bo | again")
        #expect(gatherer.add([arrival("Bo")], now: 60_000) == NotificationBatcher.patience)
    }

    @Test func clockGoingBackDoesNotExtendPause() {
        var gatherer = NotificationBatcher()
        _ = gatherer.add([arrival("Bo")], now: 1_000_000)
        _ = gatherer.flush(now: 1_000_300)
        #expect(gatherer.add([arrival("Bo")], now: 0) == NotificationBatcher.pause)
    }

    @Test func returningUserIsNotifiedOfLaterArrivals() {
        var gatherer = NotificationBatcher()
        _ = gatherer.add([arrival("Bo")], now: 0)
        gatherer.forget()
        #expect(gatherer.flush(now: 300).isEmpty)
        #expect(gatherer.add([arrival("Kim")], now: 400) == NotificationBatcher.patience)
        #expect(told(gatherer.flush(now: 700)) == "Kim | hello")
    }

    @Test func removedMessageKeepsOtherNotifications() {
        func arrival(_ number: Int64) -> Arrival {
            Arrival(in: .named("Bo"), last: Story.line(number, "line \(number)").message, count: 1, isMention: false)
        }
        func rest(without removed: [Int64]) -> [Arrival] {
            var gatherer = NotificationBatcher()
            for number in Int64(1)...3 { _ = gatherer.add([arrival(number)], now: 0) }
            gatherer.forget(Set(removed.map { Story.line($0).message.eventID }))
            return gatherer.flush(now: 300)
        }
        #expect(told(rest(without: [])) == "3 new: Bo | line 3")
        #expect(told(rest(without: [3])) == "2 new: Bo | line 2")
        #expect(told(rest(without: [1, 3])) == "Bo | line 2")
        #expect(rest(without: [1, 2, 3]).isEmpty)
    }

    @Test func notificationCanShowOnlySender() {
        #expect(told([arrival("Bo")], shown: .who) == "Bo")
        #expect(told([arrival("Bo", 2)], shown: .who) == "2 new: Bo")
    }

    @Test func groupMessageAndEmoteNameTheSender() {
        var crowd = Chat.named("Tea")
        crowd.joinedCount = 3
        func text(_ kind: Message.Kind, in chat: Chat) -> String {
            Arrival(in: chat, last: Story.line(1, "hello", kind: kind).message, count: 1, isMention: false).text
        }
        #expect(text(.text, in: crowd) == "@bo:x: hello")
        #expect(text(.emote, in: .named("Bo")) == "* @bo:x hello")
        #expect(text(.encrypted, in: .named("Bo")) == "an encrypted message")
        #expect(Arrival(invitation: .named("Bo")).text == "Somebody invites you")
    }

    @Test func lastSenderIsNamedEvenIfNotAHero() {
        var chat = Chat.named("Tea")
        chat.joinedCount = 7
        chat.lastSender = ChatPerson(userID: Story.bo, displayName: "Bo B.")
        func text(by sender: String) -> String {
            Arrival(in: chat, last: Story.line(1, by: sender).message, count: 1, isMention: false).text
        }
        #expect(text(by: Story.bo) == "Bo B.: hello")
        #expect(text(by: Story.kim) == "\(Story.kim): hello")
    }

    @Test func invitationNamesInviterAndGroup() {
        func invitation(to name: String?) -> Arrival {
            var chat = Story.chat("!tea")
            chat.membership = .invited
            chat.givenName = name
            chat.inviter = ChatPerson(userID: "@kim:x", displayName: "Kim")
            return Arrival(invitation: chat)
        }
        #expect(told([invitation(to: nil)]) == "Kim invites you")
        #expect(told([invitation(to: "Pumpkins")]) == "Pumpkins | Kim invites you")
        #expect(told([invitation(to: nil)], shown: .who) == "Kim")
        #expect(told([arrival("Bo"), invitation(to: nil)]) == "2 new: Kim, Bo")
    }

    @Test func longNamesAndTextsAreShortened() {
        let many = (1...500).map { arrival(String(repeating: "n", count: 200) + "\($0)", text: "x") }
        #expect(told(many).count <= 61)
        #expect(told(many).hasPrefix("500 new: nnn"))
        #expect(told([arrival("Bo", text: String(repeating: "t", count: 5_000))]).count <= 210)
    }

    @Test func notificationTextIsSanitized() {
        let hostile = arrival("b\u{1B}]0;x\u{7}o", text: "a\u{9C}\n\u{202E}b")
        let text = told([hostile])
        #expect(text.unicodeScalars.allSatisfy { !["\u{1B}", "\u{7}", "\u{9C}", "\n", "\u{202E}"].contains($0) })
    }
}

extension Chat {
    /// Returns a direct chat whose identifier is derived from its name.
    static func named(_ name: String) -> Chat {
        var chat = Story.chat("!" + name)
        chat.givenName = name
        return chat
    }
}
