import TestSeeds
import TestSupport
import TestTraits
import Testing

@testable import Terminal

/// Tests that pixels cover exactly the letters of their picture. The tests run serially, because ncurses has one
/// screen.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct PixelRenderingTests {
    private static let size = Size(width: 40, height: 16)
    private static let cell = Size(width: ScreenEmulator.cell.width, height: ScreenEmulator.cell.height)

    /// Returns the color of a row, which differs in each row of each picture.
    private static func color(_ picture: Int, _ row: Int) -> EmulatedPixel {
        EmulatedPixel(red: picture * 37 % 256, green: row * 40 % 256, blue: (picture + row) * 91 % 256)
    }

    private static func strip(_ picture: Int, _ row: Int, columns: Int, _ form: TerminalGraphics.Form) -> GraphicStrip {
        let color = color(picture, row)
        let (width, height) = (columns * cell.width, cell.height)
        let bytes: [UInt8]
        switch form {
        case .kitty:
            bytes = (0..<width * height).flatMap { _ in [UInt8(color.red), UInt8(color.green), UInt8(color.blue)] }
        case .sixel:
            let parts = [color.red, color.green, color.blue].map { String($0 * 100 / 255) }.joined(separator: ";")
            // Three bands of six pixels, and two pixels of the fourth.
            bytes = Array("#0;2;\(parts)!\(width)~-!\(width)~-!\(width)~-!\(width)B".utf8)
        }
        return GraphicStrip(
            picture: picture, row: row, columns: columns, graphics: TerminalGraphics(form: form, cell: cell),
            bytes: bytes)
    }

    /// Draws a picture of `columns` by `rows` cells. Some cells have no letter and no color.
    private static func draw(
        _ picture: Int, columns: Int, rows: Int, at place: Point, on canvas: Canvas, _ form: TerminalGraphics.Form
    ) {
        for row in 0..<rows {
            let y = place.y + row
            canvas.draw(
                String(repeating: " ", count: columns), at: Point(x: place.x, y: y),
                style: Style(background: row.isMultiple(of: 2) ? 40 : nil, attributes: .exactColors))
            canvas.lay(strip(picture, row, columns: columns, form), at: Point(x: place.x, y: y))
        }
    }

    private static func frame(_ random: inout SeededGenerator, _ form: TerminalGraphics.Form) -> Frame {
        let canvas = Canvas(size: size)
        var y = Int.random(in: -4...3, using: &random)
        for picture in 1...3 {
            draw(
                picture, columns: 6 + picture * 4, rows: 5, at: Point(x: Int.random(in: 0...8, using: &random), y: y),
                on: canvas, form)
            y += Int.random(in: 5...7, using: &random)
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            canvas.draw(
                ["text", " ", "日本", "    "].randomElement(using: &random) ?? "",
                at: Point(
                    x: Int.random(in: 0..<size.width, using: &random),
                    y: Int.random(in: 0..<size.height, using: &random)))
        }
        return canvas.frame
    }

    private static func isWhole(_ placed: PlacedStrip, in frame: Frame, _ form: TerminalGraphics.Form) -> Bool {
        if form == .sixel, placed.place.y >= size.height - 1 { return false }
        return (placed.place.x..<placed.place.x + placed.strip.columns).allSatisfy {
            frame[$0, placed.place.y].style.attributes == .exactColors
        }
    }

    @Test(arguments: [TerminalGraphics.Form.kitty, .sixel])
    func randomFramesPlacePixelsOnlyAtPictures(form: TerminalGraphics.Form) throws {
        _ = TextLocale.canMeasure
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        var (shownStrips, coveredStrips) = (0, 0)
        for _ in 0..<15 {
            let renderer = try ScreenRenderer(type: "xterm-256color", depth: .palette, charset: .utf8)
            defer { renderer.close() }
            renderer.resize(to: Self.size)
            renderer.use(TerminalGraphics(form: form, cell: Self.cell), maxWidth: nil)
            var screen = ScreenEmulator(width: Self.size.width, height: Self.size.height)
            for _ in 0..<20 {
                let frame = Self.frame(&random, form)
                if Int.random(in: 0..<10, using: &random) == 0 { renderer.invalidate() }
                screen.feed(renderer.render(frame))
                // Simulates keys that interrupt the output, so that not every frame gets all its pixels.
                for _ in 0..<([0, 2, 100].randomElement(using: &random) ?? 0) {
                    guard let bytes = renderer.nextPixels() else { break }
                    screen.feed(bytes)
                }
                for y in 0..<Self.size.height {
                    for x in 0..<Self.size.width where frame[x, y].style.attributes != .exactColors {
                        #expect(screen.pixel(x: x, y: y) == nil, "\(x) \(y), seed \(seed)")
                    }
                }
                guard renderer.hasAllPixels else { continue }
                for placed in frame.strips {
                    guard Self.isWhole(placed, in: frame, form) else {
                        coveredStrips += 1
                        continue
                    }
                    shownStrips += 1
                    for x in placed.place.x..<placed.place.x + placed.strip.columns {
                        let pixel = screen.pixel(x: x, y: placed.place.y)
                        let color = Self.color(placed.strip.picture, placed.strip.row)
                        #expect(pixel?.looksLike(color) == true, "\(x) \(placed.place.y), seed \(seed)")
                    }
                }
                #expect(screen.unknownSequences.isEmpty, "seed \(seed)")
                let cursor = frame.cursor ?? Point(x: Self.size.width - 1, y: Self.size.height - 1)
                #expect(screen.cursor == (cursor.x, cursor.y), "seed \(seed)")
            }
            // After a reset everything is painted again, and a frame without pictures has no pixels.
            screen.feed(renderer.render(Frame(size: Self.size)))
            #expect(
                (0..<Self.size.height).allSatisfy { y in
                    (0..<Self.size.width).allSatisfy { screen.pixel(x: $0, y: y) == nil }
                })
        }
        #expect(shownStrips > 100 && coveredStrips > 10)
    }

    @Test func textTerminalReceivesNoPixels() throws {
        _ = TextLocale.canMeasure
        let renderer = try ScreenRenderer(type: "xterm-256color", depth: .palette, charset: .utf8)
        defer { renderer.close() }
        renderer.resize(to: Self.size)
        let canvas = Canvas(size: Self.size)
        Self.draw(1, columns: 10, rows: 3, at: Point(x: 0, y: 0), on: canvas, .sixel)
        let bytes = renderer.render(canvas.frame)
        #expect(!bytes.isEmpty && renderer.hasAllPixels && renderer.nextPixels() == nil)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("\u{1B}P"))
        // Pixels for another terminal, or for another cell size, are not sent either.
        for graphics in [
            TerminalGraphics(form: .kitty, cell: Self.cell),
            TerminalGraphics(form: .sixel, cell: Size(width: 10, height: 21)),
        ] {
            renderer.use(graphics, maxWidth: nil)
            _ = renderer.render(canvas.frame)
            #expect(renderer.nextPixels() == nil)
        }
        renderer.use(TerminalGraphics(form: .sixel, cell: Self.cell), maxWidth: 99)
        _ = renderer.render(canvas.frame)
        #expect(renderer.nextPixels() == nil)
        renderer.use(TerminalGraphics(form: .sixel, cell: Self.cell), maxWidth: 100)
        _ = renderer.render(canvas.frame)
        #expect(renderer.nextPixels() != nil)
    }

    /// A terminal that stores pictures gets no more than its limit, and the pictures on screen stay.
    @Test func oldTerminalPicturesAreDeletedAtTheLimit() throws {
        _ = TextLocale.canMeasure
        let renderer = try ScreenRenderer(type: "xterm-256color", depth: .palette, charset: .utf8)
        defer { renderer.close() }
        renderer.resize(to: Self.size)
        renderer.use(TerminalGraphics(form: .kitty, cell: Self.cell), maxWidth: nil)
        var deleted = 0
        for number in 1...120 {
            let canvas = Canvas(size: Self.size)
            for row in 0..<2 {
                let large = GraphicStrip(
                    picture: number, row: row, columns: 40, graphics: TerminalGraphics(form: .kitty, cell: Self.cell),
                    bytes: [UInt8](repeating: 0, count: 400 * 20 * 3 * 10))
                canvas.draw(
                    String(repeating: " ", count: 40), at: Point(x: 0, y: row), style: Style(attributes: .exactColors))
                canvas.lay(large, at: Point(x: 0, y: row))
            }
            _ = renderer.render(canvas.frame)
            while let bytes = renderer.nextPixels() {
                if String(decoding: bytes.prefix(40), as: UTF8.self).contains("a=d,d=I") { deleted += 1 }
            }
            #expect(renderer.hasAllPixels)
        }
        #expect(deleted > 50)
    }
}
