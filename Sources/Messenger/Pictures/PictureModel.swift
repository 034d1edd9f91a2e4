import Engine
package import Pictures
import ViewModels

/// Requests for pictures in messages, and their results.
package enum PictureEvent: RoutedEvent {
    /// Pictures come near the screen. The first visible one is first.
    case wanted([PictureDrawingRequest], chatID: String)
    case drawn(PictureDrawingRequest, PictureDrawing, PictureSupport)
    case failed(PictureDrawingRequest, PictureError)
    /// The terminal's graphics capabilities have changed.
    case meansChanged
}

/// The pictures of messages that were drawn, or are being drawn.
package struct PictureModel {
    /// The states by event ID.
    package private(set) var states: [String: PictureState] = [:]
    /// How the terminal can show pictures; `nil` if it can't, or if that is not known yet.
    package private(set) var means: PictureSupport?
    /// The requested sizes in cells of the pictures that are being drawn, by event ID.
    private var running: [String: CellSize] = [:]
    /// The event IDs of the drawn pictures, the latest last.
    private var drawn: [String] = []
    /// The number of the last drawing, counted over all accounts.
    @MainActor private static var lastNumber = 0

    /// The maximum number of drawn pictures. A screen shows fewer, and the characters of a drawing take at most 20
    /// kB.
    static let maxDrawn = 100
    /// The maximum size of all pixels in bytes. It applies only to more pictures than the screen and its surroundings
    /// have.
    static let maxPixelBytes = 32 << 20
    private static let onScreen = 16
    /// The pause before a temporary error is retried, in milliseconds.
    static let pause: Int64 = 30_000

    /// Returns whether the picture has to be drawn, and if so marks it as being drawn.
    mutating func begin(_ order: PictureDrawingRequest, _ means: PictureSupport, now: Int64) -> Bool {
        guard running[order.eventID] != order.room else { return false }
        switch states[order.eventID] {
        case .drawn(let picture, _, let had)? where had == means && !picture.isOutdated && picture.asked == order.room:
            return false
        case .failed(let failure, let time)? where !failure.passes || now - time < Self.pause: return false
        case .drawn, .failed, nil: break
        }
        running[order.eventID] = order.room
        return true
    }

    @MainActor mutating func set(_ drawing: PictureDrawing, of order: PictureDrawingRequest, _ means: PictureSupport) {
        guard end(order),
            let shape = PictureShape(width: drawing.original.width, height: drawing.original.height)
        else { return }
        let picture = DrawnPicture(
            number: Self.nextNumber(), asked: order.room,
            size: CellSize(columns: drawing.columns, rows: drawing.rows),
            cells: drawing.cells.map {
                DrawnPicture.Cell(scalar: $0.scalar, foreground: $0.foreground, background: $0.background)
            }, pixels: Self.pixels(of: drawing, means))
        states[order.eventID] = .drawn(picture, shape: shape, means)
        drawn.removeAll { $0 == order.eventID }
        drawn.append(order.eventID)
        while drawn.count > Self.maxDrawn || drawn.count > Self.onScreen && pixelBytes > Self.maxPixelBytes {
            states[drawn.removeFirst()] = nil
        }
    }

    package mutating func use(_ means: PictureSupport?) { self.means = means }

    /// Marks pictures as outdated after the terminal's capabilities changed. They stay visible until they are drawn
    /// again.
    @MainActor mutating func outdate(unless means: PictureSupport?) {
        self.means = means
        for eventID in drawn {
            guard case .drawn(let picture, let shape, let had)? = states[eventID], had != means, !picture.isOutdated
            else { continue }
            states[eventID] = .drawn(picture.outdated(number: Self.nextNumber()), shape: shape, had)
        }
    }

    private var pixelBytes: Int {
        drawn.reduce(0) { sum, eventID in
            guard case .drawn(let picture, _, _)? = states[eventID] else { return sum }
            return sum + (picture.pixels?.strips.reduce(0) { $0 + $1.count } ?? 0)
        }
    }

    @MainActor private static func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private static func pixels(of drawing: PictureDrawing, _ means: PictureSupport) -> PicturePixels? {
        guard let graphics = means.graphics, !drawing.strips.isEmpty else { return nil }
        let form: PicturePixels.Form =
            switch graphics.form {
            case .pixels: .colors
            case .sixels: .sixels
            }
        return PicturePixels(
            form: form, cellWidth: graphics.cell.width, cellHeight: graphics.cell.height, strips: drawing.strips)
    }

    mutating func fail(_ failure: PictureError, of order: PictureDrawingRequest, now: Int64) {
        guard end(order) else { return }
        drawn.removeAll { $0 == order.eventID }
        states[order.eventID] = .failed(failure, at: now)
    }

    /// - Returns: whether the result is the awaited one. The window may have another width by now.
    private mutating func end(_ order: PictureDrawingRequest) -> Bool {
        guard running[order.eventID] == order.room else { return false }
        running[order.eventID] = nil
        return true
    }
}
