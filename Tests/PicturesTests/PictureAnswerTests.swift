import TestSeeds
import Testing

@testable import Pictures

/// Who answers may have been taken over by the picture.
@Suite(.timeLimit(.minutes(2))) struct PictureAnswerTests {
    private static func drawing(
        columns: UInt8 = 2, rows: UInt8 = 1, scalar: [UInt8] = [0, 0, 0x25, 0x88], color: [UInt8] = [0, 196]
    ) -> [UInt8] {
        let cell = scalar + color + [0xFF, 0xFF]
        return Array("D".utf8) + [0, 0, 0, 9, 0, 0, 0, 9, 0, columns, 0, rows] + cell + cell
    }

    private func read(
        _ bytes: [UInt8], colors: PictureDrawing.Colors = .palette
    ) -> Result<PictureDrawing, PictureProblem> {
        Result { () throws(PictureProblem) in
            try PictureAnswer(bytes).drawing(columns: 4, rows: 2, colors: colors)
        }
    }

    @Test func whatWasAskedForIsRead() throws {
        let drawing = try read(Self.drawing()).get()
        #expect(drawing.columns == 2 && drawing.rows == 1)
        #expect(drawing.cells.allSatisfy { $0.scalar == "█" && $0.foreground == 196 && $0.background == nil })
    }

    @Test func noOtherLetterGetsThrough() {
        // ESC, a letter, a wide one, an unassigned one, a surrogate, what turns the direction.
        let scalars: [[UInt8]] = [
            [0, 0, 0, 0x1B], [0, 0, 0, 0x41], [0, 0, 0x4E, 0x2D], [0, 0x0E, 0, 0], [0, 0, 0xD8, 0], [0, 0, 0x20, 0x2E],
            [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0x0A], [0, 0, 0x28, 0x01],
        ]
        for scalar in scalars { #expect(read(Self.drawing(scalar: scalar)) == .failure(.crashed)) }
        let braille = Self.drawing(scalar: [0, 0, 0x28, 0x01], color: [0xFF, 0xFF])
        #expect(throws: Never.self) { try read(braille, colors: .mono(isLight: false)).get() }
    }

    @Test func noColorGetsThroughThatMeansSomethingElsewhere() {
        for color: [UInt8] in [[0, 0], [0, 15], [1, 0], [0xFF, 0xFE]] {
            #expect(read(Self.drawing(color: color)) == .failure(.crashed))
        }
        #expect(read(Self.drawing(), colors: .mono(isLight: true)) == .failure(.crashed))
    }

    @Test func aDrawingHasTheSizeThatItSaysAndNoMoreThanWasAskedFor() {
        #expect(read(Self.drawing(columns: 1)) == .failure(.crashed))
        #expect(read(Self.drawing(columns: 5)) == .failure(.crashed))
        #expect(read(Self.drawing(columns: 0)) == .failure(.crashed))
        #expect(read(Self.drawing(rows: 0)) == .failure(.crashed))
        #expect(read(Self.drawing().dropLast()) == .failure(.crashed))
        #expect(read(Self.drawing() + [0]) == .failure(.crashed))
        #expect(read([]) == .failure(.crashed))
        #expect(read(Array("F".utf8) + [200]) == .failure(.crashed))
        #expect(read(Array("F".utf8) + [5]) == .failure(.broken))
    }

    @Test func aThumbnailIsAPictureOfItsKind() throws {
        let head = Array("T".utf8) + [0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 3, 0, 0, 0, 3]
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let whole = try PictureAnswer(head + Array("P".utf8) + png).thumbnail(width: 3, height: 3)
        #expect(whole.kind == .png && whole.bytes == png && whole.size.width == 3)
        let wrong = [
            (head + Array("J".utf8) + png, 3), (head + Array("S".utf8) + png, 3), (head + Array("P".utf8) + png, 2),
            (head + Array("P<svg".utf8), 3), (head, 3),
        ]
        for (bytes, side) in wrong {
            #expect(throws: PictureProblem.crashed) { try PictureAnswer(bytes).thumbnail(width: side, height: side) }
        }
    }

    @Test func whateverComesIsReadOrRefused() {
        let seed = Seeds.ofThisRun(#function)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            var bytes = Self.drawing()
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard case .success(let drawing) = read(bytes) else { continue }
            #expect(drawing.cells.allSatisfy { $0.scalar == " " || (0x2580...0x259F).contains($0.scalar.value) })
            #expect(drawing.cells.count == drawing.columns * drawing.rows, "CONFAB_SEED=\(seed)")
        }
    }

    @Test func aPictureKeepsItsShapeInCells() {
        func cells(_ width: Int, _ height: Int) -> [Int] {
            guard let size = PixelSize(width: width, height: height) else { return [] }
            let cells = size.cells(columns: 40, rows: 10)
            return [cells.columns, cells.rows]
        }
        #expect(cells(400, 200) == [40, 10] && cells(200, 400) == [10, 10] && cells(4_000, 100) == [40, 1])
        #expect(cells(1, 1) == [1, 1] && cells(8, 16) == [2, 2] && cells(1 << 24, 1) == [40, 1])
        #expect(cells(0, 5) == [] && cells(-1, 5) == [] && cells(1 << 25, 5) == [])
    }
}
