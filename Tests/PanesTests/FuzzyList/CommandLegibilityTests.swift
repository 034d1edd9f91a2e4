import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests that the command list shows each key, and the reason why a command is unavailable, on narrow screens too.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct CommandLegibilityTests {
    private static let reason: DisplayText = "Only a person can be ignored: select a chat with one"

    private func model(pane: PaneContext) -> FuzzyListViewModel {
        CommandList(
            keyMap: .standard, pane: pane, recent: [], reason: { $0 == .send ? nil : Self.reason }, title: { _ in nil }
        ).model(run: { _ in }, cancel: {})
    }

    @Test(arguments: [(40, 8), (80, 22), (120, 38)])
    func selectedRowShowsItsFullReasonAndKeysAreUncut(width: Int, height: Int) throws {
        for context in [PaneContext.composer, .chatList, .selection] {
            let model = model(pane: context)
            let pane = FuzzyListPane(model: model, host: .listening())
            for marked in model.rows {
                let canvas = Canvas(size: Size(width: width, height: height))
                pane.draw(on: canvas, isFocused: true)
                pane.press(Key(.down))
                let lines = canvas.frame.text.split(separator: "\n").dropFirst(2).map(String.init)
                let place = try #require(lines.firstIndex { $0.hasPrefix("›") })
                #expect(lines[place].dropFirst(2).hasPrefix(marked.title.string.prefix(8)))
                let below = lines[(place + 1)...].prefix { $0.hasPrefix("    ") }
                let said = ([lines[place]] + below).joined().filter { $0 != " " }
                let reason = marked.choose.reason?.string ?? ""
                #expect(said.contains(reason.filter { $0 != " " }), "“\(reason)” is cut in \(lines)")
                let others = lines.filter { !$0.hasPrefix("    ") }
                for line in others { expectKey(in: line, of: model) }
            }
        }
    }

    /// Expects the whole key after a blank. An unavailable command must not look available.
    private func expectKey(in line: String, of model: FuzzyListViewModel) {
        let rows = model.rows.filter { line.dropFirst(2).hasPrefix($0.title.string.prefix(8)) }
        #expect(
            rows.contains { $0.trailing.isEmpty || line.hasSuffix(" \($0.trailing.string)") }, "no key in “\(line)”")
        let canRun = rows.contains { $0.choose.reason == nil }
        #expect(canRun || line.hasPrefix("›") || line.contains(" – "), "no reason in “\(line)”")
    }

    @Test func menuShowsFullReasonAndScrolls() {
        let menu = MenuPane(entries: [
            MenuEntry(letters: ["n"], title: "New chat", reason: nil),
            MenuEntry(letters: ["i"], title: "Ignore the person (asks first)", reason: Self.reason),
            MenuEntry(letters: ["q"], title: "Quit", reason: nil),
        ]) { _ in }
        func text(height: Int) -> String {
            let canvas = Canvas(size: Size(width: 40, height: height))
            menu.draw(on: canvas, isFocused: true)
            return canvas.frame.text
        }
        #expect(
            text(height: 6).hasSuffix(
                """
                  n  New chat
                  i  Ignore the person (asks first) –
                     Only a person can be ignored:
                     select a chat with one
                  q  Quit

                """))
        #expect(!text(height: 4).contains("Quit"))
        menu.press(Key(.down))
        menu.press(Key(.down))
        #expect(text(height: 4).contains("  q  Quit"))
    }

    @Test func longFooterMessageWrapsToTwoRows() {
        let test = TestScreen(width: 40, height: 10)
        test.screen.showMessage("You have not the power to set its topic: an admin has")
        #expect(test.lines.suffix(2) == [" You have not the power to set its", " topic: an admin has"])
        #expect(test.text.contains("▏write a message"))
        test.screen.showMessage(DisplayText(sanitizing: String(repeating: "word ", count: 60)))
        #expect(test.lines.count == 10)
        #expect(test.footer.hasSuffix("…"))
        test.press(Key(.home))
        #expect(test.footer.contains("Enter send"))
        test.resize(width: 20, height: 5)
        test.screen.showMessage("You have not the power to set its topic: an admin has")
        #expect(test.footer == " You have not the p…")
    }
}
