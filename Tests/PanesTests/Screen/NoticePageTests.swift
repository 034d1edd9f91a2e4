import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests that a notice too long for a line leads to a page with its full text.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct NoticePageTests {
    private let test = TestScreen(width: 40, height: 10)

    @Test func noticeKeyOpensTheFullPage() {
        let problem: DisplayText = "confab.toml:2: there is no setting notices.bel; did you mean notices.bell?"
        let model = NoticeViewModel(
            text: DisplayText("4 problems: ") + problem, goThere: test.action("page"), goThereText: "shows all",
            opensPage: true, dismiss: test.action("dismiss"))
        test.events.notice.raise { model }
        test.events.page.raise {
            PageViewModel(title: "What is wrong", sections: [.init(title: .empty, lines: [problem])])
        }
        #expect(test.lines[1] == " 4 problems: confab.toml… M-g shows all")
        test.press(.meta("g"))
        #expect(test.asked.last == "page")
        let said = test.text.split(separator: "\n").map { $0.trimmingPrefix(while: { $0 == " " }) }
        #expect(said.joined(separator: " ").contains(problem.string))
        test.press(Key(.escape))
        #expect(test.text.contains("write a message"))
        #expect(test.lines[1].contains("4 problems"))
    }
}
