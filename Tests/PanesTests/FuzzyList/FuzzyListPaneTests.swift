import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FuzzyListPaneTests {
    private final class Record {
        var asked: [String] = []
    }

    private let record = Record()
    private let frames = FrameClock()
    private let event: Event<FuzzyListViewModel?>
    private let pane: FuzzyListPane

    init() {
        event = Event(clock: frames)
        let record = record
        pane = FuzzyListPane(list: event, host: .listening { record.asked.append("refused: \($0.string)") })
        raise(["Release team", "Bo", "Kim"])
    }

    private func raise(_ titles: [String], number: Int = 1, refused: String = "Kim") {
        let record = record
        let rows = titles.map { title in
            FuzzyListRowViewModel(
                id: FuzzyListRowID(title), title: DisplayText(sanitizing: title), detail: "said hello", trailing: "2",
                choose: title == refused
                    ? .unavailable("Kim is away") : .available { record.asked.append("chose \(title)") })
        }
        event.raise {
            FuzzyListViewModel(
                number: number, title: "Go to chat", rows: rows, emptyText: "No chats yet",
                queryChanged: { record.asked.append("query \($0)") }, cancel: { record.asked.append("cancel") })
        }
        frames.deliver()
    }

    private func text(width: Int = 40, height: Int = 8) -> String {
        let canvas = Canvas(size: Size(width: width, height: height))
        pane.draw(on: canvas, isFocused: true)
        return canvas.frame.text
    }

    private func press(_ keys: Key...) {
        for key in keys { pane.press(key) }
    }

    private func type(_ text: String) {
        for character in text { press(.character(character)) }
    }

    @Test func irreversibleRowAsksForConfirmation() throws {
        let record = Record()
        let event = Event<FuzzyListViewModel?>(clock: frames)
        let host = PaneHost.listening()
        let pane = FuzzyListPane(list: event, host: host)
        event.raise {
            let row = FuzzyListRowViewModel(
                id: FuzzyListRowID("wood"), title: "Wood", question: "Ask them? y asks, Esc stays",
                choose: .available { record.asked.append("chose wood") })
            return FuzzyListViewModel(
                number: 1, title: "Chats", rows: [row], emptyText: "None", queryChanged: { _ in }, cancel: {})
        }
        frames.deliver()
        pane.press(Key(.enter))
        #expect(record.asked.isEmpty)
        try #require(host.overlays.last).press(.character("y"))
        #expect(record.asked == ["chose wood"])
    }

    @Test func rowsShowDetailsBelowTheSearchField() {
        #expect(
            text() == """
                 Go to chat                           3
                › type to find
                › Release team  said hello            2
                  Bo  said hello                      2
                  Kim – Kim is away                   2




                """)
    }

    @Test func typingFiltersRowsAndEnterChoosesTheBestMatch() {
        type("bo")
        #expect(text().contains("1 of 3"))
        #expect(!text().contains("Release"))
        press(Key(.enter))
        #expect(record.asked == ["query b", "query bo", "chose Bo"])
    }

    @Test func matchedLettersAreUnderlined() {
        type("rt")
        let canvas = Canvas(size: Size(width: 40, height: 8))
        pane.draw(on: canvas, isFocused: true)
        let underlined = (0..<40).filter { canvas.frame[$0, 2].style.attributes.contains(.underline) }
        #expect(underlined == [2, 10])
    }

    @Test func unavailableRowShowsItsReason() {
        press(Key(.down), Key(.down), Key(.down), Key(.enter))
        #expect(record.asked == ["refused: Kim is away"])
    }

    @Test func titleIsShortenedForDetailAndReason() {
        raise(["A title that is longer than the line", "Kim with another title of that length"], refused: "")
        #expect(text(width: 30).contains("\n› A title that is longer t… 2\n"))
        raise(["A title that is longer than the line", "Bo"], refused: "A title that is longer than the line")
        press(Key(.down))
        #expect(text(width: 30).contains("\n  A title that … – Kim is … 2\n"))
    }

    @Test func selectedRowWrapsItsReasonOnNarrowScreens() {
        raise(["Release team", "Kim of the long name", "Bo"], refused: "Kim of the long name")
        press(Key(.down))
        #expect(
            text(width: 26, height: 9) == """
                 Go to chat             3
                › type to find
                  Release team  said h… 2
                › Kim of the long name  2
                    Kim is away
                  Bo  said hello        2




                """)
        #expect(text(width: 26, height: 4).contains("Kim is away"))
    }

    @Test func escapeClosesTheList() {
        type("x")
        #expect(text().contains("Nothing matches"))
        press(Key(.enter), Key(.escape))
        #expect(record.asked == ["query x", "cancel"])
    }

    @Test func searchFieldSupportsReadlineKeys() {
        type("release bo")
        press(.control("w"))
        #expect(text().contains("› release"))
        press(.control("u"), .control("y"), .control("a"), .character("t"))
        #expect(text().contains("trelease"))
    }

    @Test func theSelectionFollowsItsRowWhenRowsMove() {
        press(Key(.down))
        raise(["Guide", "Release team", "Bo"])
        press(Key(.enter))
        #expect(record.asked == ["chose Bo"])
    }

    @Test func reopeningTheListClearsTheQuery() {
        type("bo")
        raise(["Guide"])
        #expect(text().contains("Nothing matches"))
        raise(["Guide"], number: 2)
        #expect(text().contains("› Guide"))
    }

    @Test func thousandRowsCanBeScrolledAndSearched() {
        raise((1...1_000).map { "Chat \($0)" })
        #expect(text().contains("1000"))
        for _ in 0..<30 {
            press(Key(.pageDown))
            _ = text()
        }
        #expect(text().contains("› Chat 181"))
        type("99")
        #expect(text().contains("28 of 1000"))
        #expect(text().contains("› Chat 99 "))
    }

    @Test func listDrawsAtTinySizes() {
        for height in 0...7 {
            for width in 0...24 { _ = text(width: width, height: height) }
        }
        #expect(text(width: 20, height: 3).contains("› Release team"))
    }

    @Test func emptyListShowsItsPlaceholder() {
        raise([])
        #expect(text().contains("No chats yet"))
        press(Key(.enter), Key(.down), Key(.up), Key(.pageUp))
        #expect(record.asked.isEmpty)
    }
}
