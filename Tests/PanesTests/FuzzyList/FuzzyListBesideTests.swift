import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests the preview beside a list on wide screens.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct FuzzyListBesideTests {
    private final class Record {
        var chosen: [FuzzyListRowID?] = []
    }

    private let record = Record()
    private let frames = FrameClock()
    private let event: Event<FuzzyListViewModel?>
    private let pane: FuzzyListPane

    init() {
        event = Event(clock: frames)
        pane = FuzzyListPane(list: event, host: .listening())
        raise(["one", "two"])
    }

    private func raise(_ titles: [String], beside: FuzzyListContextViewModel? = nil, number: Int = 1) {
        let record = record
        event.raise {
            var model = FuzzyListViewModel(
                number: number, title: "Search",
                rows: titles.map { title in
                    FuzzyListRowViewModel(
                        id: FuzzyListRowID(title), title: DisplayText(sanitizing: title), choose: .available {})
                }, emptyText: "", cancel: {})
            model.beside = beside
            model.chose = { record.chosen.append($0) }
            return model
        }
        frames.deliver()
    }

    private func rows(width: Int) -> [String] {
        let canvas = Canvas(size: Size(width: width, height: 8))
        pane.draw(on: canvas, isFocused: true)
        return canvas.frame.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func eachSelectedRowIsReportedOnce() {
        #expect(record.chosen == [FuzzyListRowID("one")])
        pane.press(Key(.down))
        #expect(record.chosen == [FuzzyListRowID("one"), FuzzyListRowID("two")])
        raise(["one", "two"])
        pane.press(Key(.down))
        #expect(record.chosen.count == 2)
        raise([])
        #expect(record.chosen.last == .some(nil))
    }

    @Test func previewIsDrawnBesideTheListOnWideScreens() {
        let lines = (1...20).map { number in
            FuzzyListContextViewModel.Line(text: DisplayText(sanitizing: "line \(number)"), isChosen: number == 12)
        }
        raise(["one", "two"], beside: FuzzyListContextViewModel(title: "Garden", lines: lines))
        #expect(!rows(width: 99).contains { $0.contains("line 12") })
        let wide = rows(width: 120)
        #expect(wide.contains { $0.contains("Garden") })
        #expect(wide.contains { $0.contains("line 12") } && !wide.contains { $0.contains("line 20") })
        #expect(wide.contains { $0.contains("one") } && wide.count { $0.contains("│") } == 8)
    }
}
