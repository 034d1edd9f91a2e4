import Conversations
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct NotifierTests {
    /// A manual clock, and the raised notifications.
    @MainActor
    private final class Desk {
        var now = Story.noon
        var raised: [String] = []
        var ofChats: [String] = []
        var withdrawn: [Set<String>] = []
        private var waiting: [(due: Int64, body: @MainActor () -> Void)] = []
        let state = SessionState(account: Account(userID: Story.ana, displayName: "Ana"))

        lazy var notifier = Notifier(state: state, environment: environment)

        private var environment: SessionEnvironment {
            var environment = SessionEnvironment(
                now: { [unowned self] in now },
                after: { [unowned self] wait, body in waiting.append((now + Int64(wait), body)) }, quit: {},
                didCompleteStep: { _ in })
            environment.raiseNotice = { [unowned self] in
                raised.append($0.title.string)
                ofChats.append($0.ofChats.map(\.title.string).joined(separator: " | "))
            }
            environment.withdrawNotices = { [unowned self] in withdrawn.append($0) }
            return environment
        }

        func wait(_ milliseconds: Int64) {
            now += milliseconds
            let due = waiting.filter { $0.due <= now }
            waiting.removeAll { $0.due <= now }
            for timer in due { timer.body() }
        }

        func arrive(_ chat: String, isMention: Bool = false) {
            let arrival = Arrival(in: .named(chat), last: Story.line(1).message, count: 1, isMention: isMention)
            notifier.raise([arrival], chatInView: "!open")
        }

        func set(_ change: (inout MessengerSettings) -> Void) {
            var settings = state.settings.settings
            change(&settings)
            state.settings.change(to: settings, problems: [])
        }
    }

    private let desk = Desk()

    @Test func focusedTerminalRaisesNoNotification() {
        desk.state.reading.setFocus(true)
        desk.arrive("Bo")
        desk.wait(60_000)
        #expect(desk.raised.isEmpty)
        desk.state.reading.setFocus(false)
        desk.arrive("Bo")
        desk.wait(300)
        #expect(desk.raised == ["Bo"])
    }

    @Test func recentKeyPressCountsAsLookingWithoutFocusReports() {
        desk.state.reading.pressedKey(at: desk.now)
        desk.wait(59_000)
        desk.arrive("Bo")
        desk.wait(1_000)
        #expect(desk.raised.isEmpty)
        desk.arrive("Bo")
        desk.wait(300)
        #expect(desk.raised == ["Bo"])
    }

    @Test func openChatNotifiesUnlessDisabled() {
        desk.state.reading.setFocus(false)
        desk.arrive("open")
        desk.wait(300)
        #expect(desk.raised == ["open"])
        desk.set { $0.notices.includesChatOnScreen = false }
        desk.arrive("open")
        desk.wait(60_000)
        #expect(desk.raised == ["open"])
    }

    @Test func keyPressCountsAsLookingDespiteLostFocus() {
        desk.state.reading.setFocus(false)
        desk.state.reading.pressedKey(at: desk.now)
        desk.arrive("Bo")
        desk.wait(300)
        #expect(desk.raised.isEmpty)
        desk.state.reading.setFocus(false)
        desk.arrive("Bo")
        desk.wait(300)
        #expect(desk.raised == ["Bo"])
    }

    @Test func settingLimitsNotificationsToMentionsOrNone() {
        desk.set { $0.notices.what = .mentions }
        desk.arrive("Bo")
        desk.arrive("Kim", isMention: true)
        desk.wait(300)
        #expect(desk.raised == ["Kim"])
        desk.set { $0.notices.what = .none }
        desk.arrive("Kim", isMention: true)
        desk.wait(60_000)
        #expect(desk.raised == ["Kim"])
    }

    @Test func quietHoursSuppressNotificationsForGood() {
        desk.set { $0.notices.quietHours = QuietHours(start: 0, end: 0) }
        desk.arrive("Bo")
        desk.set { $0.notices.quietHours = nil }
        desk.wait(60_000)
        #expect(desk.raised.isEmpty)
    }

    @Test func returningBeforeDelayPreventsNotification() {
        desk.state.reading.setFocus(false)
        desk.arrive("Bo")
        desk.state.reading.setFocus(true)
        desk.notifier.somebodyCame()
        desk.wait(300)
        #expect(desk.raised.isEmpty)
    }

    @Test func manyArrivalsMakeOneNotification() {
        for _ in 0..<50 {
            desk.arrive("Bo")
            desk.arrive("Kim")
        }
        desk.wait(300)
        #expect(desk.raised == ["100 new: Kim, Bo"])
    }

    @Test func chatNotificationCountsUnreadAndIsWithdrawnWhenRead() {
        desk.state.chatList.merge([unread("Bo", 1), unread("Kim", 1)])
        desk.arrive("Bo")
        desk.arrive("Kim")
        desk.wait(300)
        desk.arrive("Bo")
        desk.wait(5_000)
        #expect(desk.raised == ["2 new: Kim, Bo", "Bo"])
        #expect(desk.ofChats == ["Bo | Kim", "2 new: Bo"])
        desk.notifier.settle()
        #expect(desk.withdrawn.isEmpty)
        desk.state.chatList.merge([unread("Bo", 0)])
        desk.notifier.settle()
        desk.notifier.settle()
        #expect(desk.withdrawn == [[Chat.named("Bo").id]])
        desk.state.chatList.merge([unread("Bo", 1)])
        desk.arrive("Bo")
        desk.wait(5_000)
        #expect(desk.ofChats.last == "Bo")
    }

    @Test func manyChatsShareOneDesktopNotification() {
        for name in ["Bo", "Kim", "Lu", "Ada"] { desk.arrive(name) }
        desk.wait(300)
        #expect(desk.ofChats == ["4 new: Ada, Lu, Kim, …"])
    }

    @Test func finishRaisesPendingUnreadNotifications() {
        desk.state.chatList.merge([unread("Bo", 0)])
        desk.arrive("Bo")
        desk.arrive("Kim")
        desk.notifier.finish()
        #expect(desk.raised == ["Kim"])
    }

    private func unread(_ name: String, _ count: Int) -> Chat {
        var chat = Chat.named(name)
        chat.notificationCount = count
        return chat
    }
}
