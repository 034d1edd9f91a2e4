import TestSeeds
import Testing

@testable import Pictures

/// Tests the check of the decoder's response, since a picture may have taken over that process.
@Suite(.timeLimit(.minutes(5))) struct PictureAnswerTests {
    private static func drawing(
        columns: UInt8 = 2, rows: UInt8 = 1, scalar: [UInt8] = [0, 0, 0x25, 0x88], color: [UInt8] = [0, 196]
    ) -> [UInt8] {
        let cell = scalar + color + [0xFF, 0xFF]
        return Array("D".utf8) + [0, 0, 0, 9, 0, 0, 0, 9, 0, columns, 0, rows] + cell + cell
    }

    private func read(
        _ bytes: [UInt8], colors: PictureDrawing.Colors = .palette, graphics: PictureGraphics? = nil
    ) -> Result<PictureDrawing, PictureDecodingError> {
        Result { () throws(PictureDecodingError) in
            try PictureOutput(bytes).drawing(
                columns: 4, rows: 2, means: PictureSupport(colors, graphics: graphics))
        }
    }

    @Test func validResponseIsParsed() throws {
        let drawing = try read(Self.drawing()).get()
        #expect(drawing.columns == 2 && drawing.rows == 1)
        #expect(drawing.cells.allSatisfy { $0.scalar == "█" && $0.foreground == 196 && $0.background == nil })
    }

    @Test func unexpectedScalarsAreRejected() {
        // ESC, a letter, a wide character, an unassigned one, a surrogate, and a bidirectional control.
        let scalars: [[UInt8]] = [
            [0, 0, 0, 0x1B], [0, 0, 0, 0x41], [0, 0, 0x4E, 0x2D], [0, 0x0E, 0, 0], [0, 0, 0xD8, 0], [0, 0, 0x20, 0x2E],
            [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0x0A], [0, 0, 0x28, 0x01],
        ]
        for scalar in scalars { #expect(read(Self.drawing(scalar: scalar)) == .failure(.crashed)) }
        let braille = Self.drawing(scalar: [0, 0, 0x28, 0x01], color: [0xFF, 0xFF])
        #expect(throws: Never.self) { try read(braille, colors: .mono(isLight: false)).get() }
    }

    @Test func ambiguousColorIndexesAreRejected() {
        for color: [UInt8] in [[0, 0], [0, 15], [1, 0], [0xFF, 0xFE]] {
            #expect(read(Self.drawing(color: color)) == .failure(.crashed))
        }
        #expect(read(Self.drawing(), colors: .mono(isLight: true)) == .failure(.crashed))
    }

    @Test func drawingSizeMustMatchItsHeaderAndRequest() {
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

    @Test func pixelCountMustMatchTheRequest() throws {
        let graphics = PictureGraphics(
            form: .pixels, cell: try #require(PixelSize(width: 3, height: 4)), background: 0)
        let pixels = [UInt8](repeating: 7, count: 2 * 3 * 4 * 3)
        #expect(try read(Self.drawing() + pixels, graphics: graphics).get().strips == [pixels])
        for wrong in [pixels.dropLast(), pixels + [7], []] {
            #expect(read(Self.drawing() + wrong, graphics: graphics) == .failure(.crashed))
        }
        #expect(read(Self.drawing() + pixels) == .failure(.crashed))
    }

    @Test func sixelStripsMustFitTheirCells() throws {
        let graphics = PictureGraphics(
            form: .sixels, cell: try #require(PixelSize(width: 3, height: 7)), background: 0)
        func answer(_ strip: String, length: UInt8? = nil) -> Result<PictureDrawing, PictureDecodingError> {
            read(
                Self.drawing() + [0, 0, 0, length ?? UInt8(strip.utf8.count)] + Array(strip.utf8), graphics: graphics)
        }
        #expect(try answer("#0;2;1;2;3!6~-!6~").get().strips == [Array("#0;2;1;2;3!6~-!6~".utf8)])
        // Chafa returned no sixels, so characters are shown.
        #expect(try answer("").get().strips == [])
        for wrong in ["!7~", "~-~-~", "~\u{1B}[2J"] { #expect(answer(wrong) == .failure(.crashed)) }
        #expect(answer("~~", length: 1) == .failure(.crashed))
        #expect(answer("~~", length: 3) == .failure(.crashed))
    }

    @Test func thumbnailMustMatchItsDeclaredFormatAndSize() throws {
        let head = Array("T".utf8) + [0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 3, 0, 0, 0, 3]
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let whole = try PictureOutput(head + Array("P".utf8) + png).thumbnail(width: 3, height: 3)
        #expect(whole.kind == .png && whole.bytes == png && whole.size.width == 3)
        let wrong = [
            (head + Array("J".utf8) + png, 3), (head + Array("S".utf8) + png, 3), (head + Array("P".utf8) + png, 2),
            (head + Array("P<svg".utf8), 3), (head, 3),
        ]
        for (bytes, side) in wrong {
            #expect(throws: PictureDecodingError.crashed) {
                try PictureOutput(bytes).thumbnail(width: side, height: side)
            }
        }
    }

    @Test func corruptedResponsesAreParsedOrRejected() {
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

    @Test func cellSizeKeepsTheAspectRatio() {
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
