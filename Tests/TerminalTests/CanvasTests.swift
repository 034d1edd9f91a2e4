import Terminal
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct CanvasTests {
    @Test func aWideCharacterTakesTwoCells() {
        let canvas = Canvas(size: Size(width: 5, height: 1))
        #expect(canvas.draw("a日b", at: Point(x: 0, y: 0)) == 4)
        #expect(canvas.frame.cells.map(\.text) == ["a", "日", "", "b", " "])
    }

    @Test(arguments: [(1, ["a", "x", " ", "b"]), (2, ["a", " ", "x", "b"])])
    func overwritingHalfAWideCharacterLeavesABlank(x: Int, cells: [String]) {
        let canvas = Canvas(size: Size(width: 4, height: 1))
        canvas.draw("a日b", at: Point(x: 0, y: 0))
        canvas.draw("x", at: Point(x: x, y: 0))
        #expect(canvas.frame.cells.map(\.text) == cells)
    }

    @Test(arguments: [" ", "-", "│"] as [Character])
    func fillingHalfAWideCharacterLeavesABlank(character: Character) {
        let canvas = Canvas(size: Size(width: 6, height: 3))
        for y in 0..<3 { canvas.draw("a日本b", at: Point(x: 0, y: y)) }
        let style = Style(foreground: 3, background: 255, attributes: [.bold, .exactColors])
        canvas.fill(Rectangle(x: 2, y: 1, width: 2, height: 5), with: character, style: style)
        let row = ["a", " ", String(character), String(character), " ", "b"]
        #expect(canvas.frame.cells.map(\.text) == ["a", "日", "", "本", "", "b"] + row + row)
        #expect((0..<6).map { canvas.frame[$0, 1].style == style } == [false, false, true, true, false, false])
    }

    @Test func everyStyleIsKept() {
        let canvas = Canvas(size: Size(width: 1, height: 1))
        let colors = [nil, 0, 1, 127, 128, 254, 255] as [UInt8?]
        for foreground in colors {
            for background in colors {
                for attributes in [0, 1, 63, 255] as [UInt8] {
                    let style = Style(
                        foreground: foreground, background: background,
                        attributes: Style.Attributes(rawValue: attributes))
                    canvas.draw("x", at: Point(x: 0, y: 0), style: style)
                    #expect(canvas.frame[0, 0] == Cell(text: "x", style: style))
                }
            }
        }
    }

    @Test(arguments: ["plain", "👩‍🚀 up"])
    func pictureIsCopiedClipped(text: String) {
        let part = Canvas(size: Size(width: 4, height: 2))
        part.draw(text, at: Point(x: 0, y: 0), style: Style(foreground: 9))
        part.draw("e\u{301}nd", at: Point(x: 0, y: 1))
        let canvas = Canvas(size: Size(width: 6, height: 2))
        canvas.fill(Rectangle(x: 0, y: 0, width: 6, height: 2), with: ".")
        canvas.part(Rectangle(x: 1, y: 1, width: 4, height: 2)).draw(part.picture {})
        #expect(canvas.frame.text(row: 0) == "......")
        #expect(canvas.frame.text(row: 1) == "." + (0..<4).map { part.frame[$0, 0].text }.joined() + ".")
        #expect(canvas.frame[1, 1].style == part.frame[0, 0].style)
    }

    @Test func overlappingTwoWideCharactersLeavesBlanks() {
        let canvas = Canvas(size: Size(width: 4, height: 1))
        canvas.draw("日本", at: Point(x: 0, y: 0))
        canvas.draw("語", at: Point(x: 1, y: 0))
        #expect(canvas.frame.cells.map(\.text) == [" ", "語", "", " "])
    }

    @Test func drawingIsClippedToTheCanvas() {
        let canvas = Canvas(size: Size(width: 4, height: 2))
        #expect(canvas.draw("日本語", at: Point(x: 0, y: 0), width: 3) == 2)
        #expect(canvas.draw("ab日", at: Point(x: 1, y: 1)) == 2)
        canvas.draw("x", at: Point(x: 0, y: 2))
        canvas.draw("x", at: Point(x: 9, y: 0))
        canvas.draw("xyz", at: Point(x: -2, y: 0))
        let part = canvas.part(Rectangle(x: 3, y: 0, width: 10, height: 10))
        #expect(part.size == Size(width: 1, height: 2))
        part.draw("pq", at: Point(x: 0, y: 0))
        #expect(canvas.frame.text == "z  p\n ab\n")
    }

    @Test func undrawableCharactersAreReplacedOnTheCanvas() {
        let canvas = Canvas(size: Size(width: 8, height: 1))
        canvas.draw("\u{1B}[2J🇩🇪!", at: Point(x: 0, y: 0))
        #expect(canvas.frame.text == "[2JDE!\n")
    }
}
