import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests pictures in an open chat: their space, and the requests for them.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatPictureTests {
    private let test = TestScreen(width: 80, height: 24)

    private static func picture(
        _ content: PictureViewModel.Content, shape: PictureShape? = PictureShape(width: 400, height: 400),
        maxRows: Int = 5
    ) -> PictureViewModel {
        PictureViewModel(shape: shape, maxRows: maxRows, content: content)
    }

    /// Returns a picture made of the letter that the tests count in its rows.
    private static func drawn(_ columns: Int, _ rows: Int, asked: CellSize? = nil, number: Int = 1) -> DrawnPicture {
        let room = CellSize(columns: columns, rows: rows)
        let cells = (0..<columns * rows).map { place in
            DrawnPicture.Cell(
                scalar: Unicode.Scalar(UInt8(ascii: "A") + UInt8(place / columns)), foreground: UInt8(16 + place % 200),
                background: 255)
        }
        return DrawnPicture(number: number, asked: asked ?? room, size: room, cells: cells)
    }

    private static func row(_ id: String, _ picture: PictureViewModel?, revision: Int = 1) -> ChatRowViewModel {
        let message = MessageViewModel(
            time: "09:15", sender: "Bo", senderHue: 1, isOwn: false, isMention: false, kind: .text,
            text: RichText(DisplayText(sanitizing: "[picture] \(id)")), status: .empty, statusTone: .done,
            picture: picture)
        return ChatRowViewModel(id: ChatRowID(id), revision: revision, content: .message(message))
    }

    private func raise(_ rows: [ChatRowViewModel], number: Int = 2) {
        let names = Dictionary((["cat"] + (0..<40).map { "p\($0)" }).map { (ChatRowID($0), $0) }) { first, _ in first }
        test.raiseChat(
            rows, number: number,
            picturesCameNear: { [test] wishes in
                for wish in wishes {
                    test.asked.append("\(names[wish.row] ?? "?") in \(wish.room.columns)x\(wish.room.rows)")
                }
            })
        _ = test.text
    }

    private func line(of text: String) throws -> Int { try #require(test.lines.firstIndex { $0.contains(text) }) }

    /// Between two frames the picture may have been drawn, and be outdated again.
    @Test func outdatedPictureIsRequestedAgainEachTime() {
        for number in 1...3 {
            let outdated = Self.drawn(10, 5).outdated(number: number)
            raise([Self.row("cat", Self.picture(.drawn(outdated)), revision: number)], number: 2)
            _ = test.text
            #expect(test.asked.filter { $0.contains(" in ") }.count == number)
        }
    }

    @Test func pendingPictureReservesItsSpace() throws {
        raise([Self.row("cat", Self.picture(.awaited))] + Samples.lines(0..<1))
        let before = test.lines
        #expect(try line(of: "line 0") - line(of: "cat") == 6)
        #expect(test.asked.filter { $0.contains(" in ") } == ["cat in 10x5"])
        raise([Self.row("cat", Self.picture(.drawn(Self.drawn(10, 5))), revision: 2)] + Samples.lines(0..<1))
        #expect(try line(of: "line 0") == before.firstIndex { $0.contains("line 0") })
        let top = try line(of: "cat")
        for (place, letter) in "ABCDE".enumerated() {
            #expect(test.lines[top + 1 + place].contains(String(repeating: letter, count: 10)))
        }
    }

    @Test func pictureCellsUseExactColors() throws {
        raise([Self.row("cat", Self.picture(.drawn(Self.drawn(10, 5))))])
        let frame = test.screen.draw()
        let y = try line(of: "AAAAAAAAAA")
        let x = try #require((0..<80).first { frame[$0, y].text == "A" })
        #expect(frame[x, y].style == Style(foreground: 16, background: 255, attributes: .exactColors))
        #expect(frame[x + 9, y].style.foreground == 25)
    }

    @Test func smallerRenderingKeepsTheReservedSpace() throws {
        let room = CellSize(columns: 10, rows: 5)
        raise([Self.row("cat", Self.picture(.drawn(Self.drawn(10, 2, asked: room))))] + Samples.lines(0..<1))
        #expect(try line(of: "line 0") - line(of: "cat") == 6)
        #expect(!test.asked.contains { $0.contains(" in ") })
    }

    @Test func pictureOfUnknownSizeReservesNoSpace() throws {
        raise([Self.row("cat", Self.picture(.awaited, shape: nil))] + Samples.lines(0..<1))
        #expect(try line(of: "line 0") - line(of: "cat") == 1)
        let asked = try #require(test.asked.last { $0.contains(" in ") })
        #expect(asked.hasPrefix("cat in ") && asked.hasSuffix("x5"))
    }

    @Test func failedPictureShowsOneLineOfText() throws {
        raise([Self.row("cat", Self.picture(.failed("no picture: it is broken")))] + Samples.lines(0..<1))
        #expect(try line(of: "no picture: it is broken") == line(of: "cat") + 1)
        #expect(try line(of: "line 0") - line(of: "cat") == 2)
        #expect(!test.asked.contains { $0.contains(" in ") })
    }

    @Test func pictureIsRequestedOnceForEachWidth() {
        let rows = [
            Self.row("cat", Self.picture(.awaited, shape: PictureShape(width: 4_000, height: 400), maxRows: 20))
        ]
        raise(rows)
        raise(rows)
        let first = test.asked.filter { $0.contains(" in ") }
        #expect(first.count == 1)
        test.resize(width: 60, height: 24)
        _ = test.text
        let second = test.asked.filter { $0.contains(" in ") }
        #expect(second.count == 2 && second.last != first.last)
    }

    @Test func onlyPicturesNearTheScreenAreRequested() {
        let pictures = (0..<40).map { Self.row("p\($0)", Self.picture(.awaited)) }
        raise(pictures)
        // At the end four pictures are visible, the first of them partly, and the two before them are next.
        #expect(test.asked.filter { $0.contains(" in ") }.count == 6)
        test.asked = []
        test.press(Key(.pageUp))
        _ = test.text
        #expect(test.asked.contains { $0.hasPrefix("p34 in") } && !test.asked.contains { $0.hasPrefix("p5 in") })
    }

    @Test func partlyScrolledPictureIsClippedByRow() {
        raise([Self.row("cat", Self.picture(.drawn(Self.drawn(10, 5))))] + Samples.lines(0..<60))
        test.press(Key(.home))
        _ = test.text
        #expect(test.text.contains("cat") && test.text.contains("AAAAAAAAAA"))
        test.wheel(.wheelDown, at: Point(x: 50, y: 10))
        let text = test.text
        #expect(!text.contains("AAAAAAAAAA") && text.contains("EEEEEEEEEE"))
    }

    @Test func fittedSizeKeepsTheAspectRatio() {
        func room(_ width: Int, _ height: Int) -> [Int] {
            let room = PictureShape(width: width, height: height)?.room(within: CellSize(columns: 40, rows: 10))
            return room.map { [$0.columns, $0.rows] } ?? []
        }
        #expect(room(400, 200) == [40, 10] && room(200, 400) == [10, 10] && room(4_000, 100) == [40, 1])
        #expect(room(1, 1) == [1, 1] && room(8, 16) == [2, 2] && room(1 << 24, 1) == [40, 1])
        #expect(room(0, 5) == [] && room(-1, 5) == [] && room(1 << 25, 5) == [])
    }
}
