import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests that problems in the settings raise a notice, and that its key opens a page with their full text.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class SettingProblemTests {
    private let bench: Workbench
    private var notice: NoticeViewModel?
    private var page: PageViewModel?

    init() throws {
        bench = try Workbench()
        bench.queue.open()
        bench.events.notice.subscribe(self) { $0.notice = $1 }
        bench.events.page.subscribe(self) { $0.page = $1 }
    }

    private func change(_ problems: [String]) {
        bench.queue.post(SettingsEvent.changed(MessengerSettings(), problems: problems.map(OtherReason.init)))
        bench.frames.deliver()
    }

    private var lines: [String] { page?.sections.flatMap { $0.lines.map(\.string) } ?? [] }

    @Test func settingsNotificationOpensAllProblems() throws {
        let problems = (1...4).map {
            "confab.toml:\($0): there is no setting notices.be\($0); did you mean notices.bell?"
        }
        change(problems)
        let notice = try #require(notice)
        #expect(notice.text.string == "4 problems: \(problems[0])")
        #expect(notice.opensPage)
        #expect(page == nil)
        notice.goThere()
        bench.frames.deliver()
        #expect(Array(lines.prefix(4)) == problems)
        #expect(lines.contains { $0.contains("confab config") })
        change([])
        #expect(lines == ["All settings are right now."])
    }

    @Test func messageNotificationStillOpensItsChat() throws {
        bench.state.chatList.merge([Story.chat("!tea", activity: 5)])
        bench.state.notice.add(1, chatID: "!tea")
        change([])
        let notice = try #require(notice)
        #expect(!notice.opensPage)
        notice.goThere()
        #expect(bench.state.chatList.openChatID == "!tea")
    }
}
