import MatrixAPI
import MatrixClient
import Pictures
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct PictureModelTests {
    private var model = PictureModel()
    private let broken = PictureError.picture(.broken)
    private let offline = PictureError.media(.server(.unreachable(.timedOut)))

    private func order(_ id: String = "$1", columns: Int = 10) throws -> PictureDrawingRequest {
        let picture = try #require(MessagePicture(content: ["url": "mxc://x/cat"]))
        return PictureDrawingRequest(eventID: id, picture: picture, room: CellSize(columns: columns, rows: 5))
    }

    /// - Parameter pixelBytes: The size of its pixels in bytes.
    private func drawing(columns: Int = 2, pixelBytes: Int = 0) throws -> PictureDrawing {
        let cell = PictureDrawing.Cell(scalar: "█", foreground: 20, background: nil)
        return PictureDrawing(
            columns: columns, cells: Array(repeating: cell, count: columns),
            original: try #require(PixelSize(width: 8, height: 8)),
            strips: pixelBytes > 0 ? [[UInt8](repeating: 0, count: pixelBytes)] : [])
    }

    private func pixels() throws -> PictureSupport {
        let cell = try #require(PixelSize(width: 10, height: 20))
        return PictureSupport(.palette, graphics: PictureGraphics(form: .sixels, cell: cell, background: 0))
    }

    @Test mutating func pictureIsDrawnOncePerSize() throws {
        let first = try order()
        #expect(model.begin(first, .palette, now: 0) && !model.begin(first, .palette, now: 0))
        model.set(try drawing(), of: first, .palette)
        #expect(model.begin(first, .palette, now: 0) == false)
        #expect(model.begin(first, PictureSupport(.mono(isLight: true)), now: 0) == true)
    }

    @Test mutating func lastRequestedSizeWins() throws {
        let (narrow, wide) = (try order(columns: 10), try order(columns: 20))
        #expect(model.begin(narrow, .palette, now: 0) && model.begin(wide, .palette, now: 0))
        model.set(try drawing(), of: narrow, .palette)
        #expect(model.states.isEmpty)
        model.set(try drawing(), of: wide, .palette)
        guard case .drawn(let picture, let shape, _)? = model.states["$1"] else {
            Issue.record("it is not drawn")
            return
        }
        #expect(picture.asked == wide.room && picture.size.columns == 2 && shape.width == 8)
    }

    @Test mutating func permanentFailureIsNotRetried() throws {
        let first = try order()
        #expect(model.begin(first, .palette, now: 0) == true)
        model.fail(broken, of: first, now: 0)
        #expect(model.begin(first, .palette, now: 1_000_000) == false)
        #expect(!broken.text.isEmpty)
    }

    @Test mutating func temporaryFailureIsRetriedAfterPause() throws {
        let first = try order()
        #expect(model.begin(first, .palette, now: 0) == true)
        model.fail(offline, of: first, now: 0)
        #expect(offline.text.isEmpty)
        #expect(model.begin(first, .palette, now: PictureModel.pause - 1) == false)
        #expect(model.begin(first, .palette, now: PictureModel.pause) == true)
    }

    @Test mutating func oldestPicturesAreEvictedBeyondLimit() throws {
        for number in 0..<(PictureModel.maxDrawn + 20) {
            let one = try order("$\(number)")
            #expect(model.begin(one, .palette, now: 0) == true)
            model.set(try drawing(), of: one, .palette)
        }
        #expect(model.states.count == PictureModel.maxDrawn)
        #expect(model.states["$0"] == nil && model.states["$\(PictureModel.maxDrawn)"] != nil)
    }

    /// The limit exceeds the pictures of one screen, but not those of a long chat.
    @Test mutating func pixelPicturesAreLimitedByBytes() throws {
        let means = try pixels()
        let large = PictureModel.maxPixelBytes / 20
        for number in 0..<30 {
            let one = try order("$\(number)")
            #expect(model.begin(one, means, now: 0) == true)
            model.set(try drawing(pixelBytes: large), of: one, means)
        }
        #expect(model.states.count == 20 && model.states["$29"] != nil && model.states["$9"] == nil)
        for number in 0..<30 {
            let one = try order("$\(number)", columns: 30)
            #expect(model.begin(one, means, now: 0) == true)
            model.set(try drawing(pixelBytes: large * 10), of: one, means)
        }
        #expect(model.states.count == 16)
    }

    @Test mutating func outdatedPictureStaysUntilRedrawn() throws {
        let (first, means) = (try order(), try pixels())
        #expect(model.begin(first, .palette, now: 0) == true)
        model.set(try drawing(), of: first, .palette)
        let drawn = model.states
        model.outdate(unless: .palette)
        #expect(model.states == drawn)
        model.outdate(unless: means)
        #expect(model.states != drawn)
        let outdated = model.states
        model.outdate(unless: means)
        #expect(model.states == outdated)
        guard case .drawn(let old, let shape, _)? = model.states["$1"] else {
            Issue.record("it is not drawn")
            return
        }
        let shown = PictureViewModel(shape: shape, maxRows: 5, content: .drawn(old))
        #expect(old.isOutdated && shown.missingSize(columns: 10) != nil)
        #expect(model.begin(first, means, now: 0) == true)
        model.set(try drawing(pixelBytes: 9), of: first, means)
        guard case .drawn(let new, _, _)? = model.states["$1"] else {
            Issue.record("it is not drawn")
            return
        }
        #expect(!new.isOutdated && new != old && new.pixels?.strips.count == 1)
    }
}
