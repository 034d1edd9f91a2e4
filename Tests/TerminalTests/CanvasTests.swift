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
    func aWideCharacterOverwrittenInHalfLeavesABlank(x: Int, cells: [String]) {
        let canvas = Canvas(size: Size(width: 4, height: 1))
        canvas.draw("a日b", at: Point(x: 0, y: 0))
        canvas.draw("x", at: Point(x: x, y: 0))
        #expect(canvas.frame.cells.map(\.text) == cells)
    }

    @Test func aWideCharacterBetweenTwoLeavesBlanksOnBothSides() {
        let canvas = Canvas(size: Size(width: 4, height: 1))
        canvas.draw("日本", at: Point(x: 0, y: 0))
        canvas.draw("語", at: Point(x: 1, y: 0))
        #expect(canvas.frame.cells.map(\.text) == [" ", "語", "", " "])
    }

    @Test func nothingIsDrawnOutside() {
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

    @Test func whatNoTerminalCanHoldIsReplacedBeforeItIsACell() {
        let canvas = Canvas(size: Size(width: 8, height: 1))
        canvas.draw("\u{1B}[2J🇩🇪!", at: Point(x: 0, y: 0))
        #expect(canvas.frame.text == "[2JDE!\n")
    }
}
