import Testing
import ViewModels

@testable import Messenger
@testable import Presentation

/// Tests that notices are counted state. A skipped frame doesn't lose a notice, and a late subscriber doesn't get an
/// old one again.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct NoticeRaisingTests {
    @MainActor
    private final class Screen {
        var notices: [String] = []

        func look(at event: Event<NoticeViewModel>) {
            event.subscribe(self) { screen, notice in screen.notices.append(notice.text.string) }
        }
    }

    private let clock = FrameClock()
    private var model = NoticeModel()

    private func raise(_ event: Event<NoticeViewModel>) {
        event.raise { [model] in
            NoticeViewModelBuilder(count: model.count, names: model.chatIDs).build(goThere: {}, dismiss: {})
        }
    }

    private func told(_ count: Int, _ names: [String], _ said: NoticeModel.LastMessage) -> String {
        NoticeViewModelBuilder(count: count, names: names, said: said).build(goThere: {}, dismiss: {}).text.string
    }

    @Test mutating func manyArrivalsBetweenFramesMakeOneNotification() {
        let event = Event<NoticeViewModel>(clock: clock)
        let screen = Screen()
        screen.look(at: event)
        for number in 0..<10_000 {
            model.add(1, chatID: number.isMultiple(of: 2) ? "Bo" : "Kim")
            raise(event)
        }
        clock.deliver()
        #expect(screen.notices == ["10000 new: Kim, Bo"])
    }

    @Test func notificationShowsLastMessageAndOtherChats() {
        func text(_ count: Int, _ names: String...) -> String {
            told(count, names, NoticeModel.LastMessage(text: "lunch?"))
        }
        #expect(text(1, "Bo") == "Bo: lunch?")
        #expect(text(3, "Bo") == "3 new, Bo: lunch?")
        #expect(text(3, "Kim", "Bo") == "3 new, also Kim; Bo: lunch?")
        #expect(text(9, "Ada", "Lu", "Kim", "Bo") == "9 new, also Kim, Lu, …; Bo: lunch?")
    }

    @Test func invitationNamingItsChatHasNoPrefix() {
        let invitation = NoticeModel.LastMessage(text: "Bo invites you", namesChat: true)
        #expect(told(1, ["Bo"], invitation) == "Bo invites you")
        #expect(told(3, ["Kim", "Bo"], invitation) == "3 new, also Kim; Bo invites you")
    }

    @Test mutating func readNotificationIsNotShownToNewSubscriber() {
        let event = Event<NoticeViewModel>(clock: clock)
        let first = Screen()
        first.look(at: event)
        model.add(2, chatID: "Bo")
        raise(event)
        clock.deliver()
        model.remove(chatID: "Bo")
        raise(event)
        clock.deliver()
        let second = Screen()
        second.look(at: event)
        #expect(first.notices == ["2 new: Bo", ""])
        #expect(second.notices == [""])
    }
}
