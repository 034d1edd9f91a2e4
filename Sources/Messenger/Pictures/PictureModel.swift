import Pictures
import ViewModels

/// The pictures of messages that were drawn, or are being drawn.
@MainActor
final class PictureModel {
    /// By event.
    private(set) var states: [String: PictureState] = [:]
    /// What is being drawn, by event.
    private var running: [String: PictureRoom] = [:]
    /// Those of drawn ones, the one that was drawn last at the end.
    private var drawn: [String] = []
    /// Of all accounts.
    private static var lastNumber = 0

    /// A screen holds fewer, and the letters of a drawing take 20 kB at the most.
    static let mostDrawn = 100
    /// Of the pixels of all, in bytes, as far as there are more pictures than a screen has and what is beside it.
    static let mostPixelBytes = 32 << 20
    private static let onScreen = 16
    /// Before what failed for the moment is tried again; in milliseconds.
    static let pause: Int64 = 30_000

    /// Whether it has to be drawn; then it is taken for being drawn.
    func begin(_ order: PictureOrder, _ means: PictureMeans, now: Int64) -> Bool {
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

    func set(_ drawing: PictureDrawing, of order: PictureOrder, _ means: PictureMeans) {
        guard end(order),
            let shape = PictureShape(width: drawing.original.width, height: drawing.original.height)
        else { return }
        let picture = DrawnPicture(
            number: Self.nextNumber(), asked: order.room,
            size: PictureRoom(columns: drawing.columns, rows: drawing.rows),
            cells: drawing.cells.map {
                DrawnPicture.Cell(scalar: $0.scalar, foreground: $0.foreground, background: $0.background)
            }, pixels: Self.pixels(of: drawing, means))
        states[order.eventID] = .drawn(picture, shape: shape, means)
        drawn.removeAll { $0 == order.eventID }
        drawn.append(order.eventID)
        while drawn.count > Self.mostDrawn || drawn.count > Self.onScreen && pixelBytes > Self.mostPixelBytes {
            states[drawn.removeFirst()] = nil
        }
    }

    /// The terminal shows pictures otherwise: those that were drawn stay until they are drawn anew.
    ///
    /// - Returns: whether there are any.
    func outdate(unless means: PictureMeans?) -> Bool {
        var hasAny = false
        for eventID in drawn {
            guard case .drawn(let picture, let shape, let had)? = states[eventID], had != means, !picture.isOutdated
            else {
                continue
            }
            states[eventID] = .drawn(picture.outdated(number: Self.nextNumber()), shape: shape, had)
            hasAny = true
        }
        return hasAny
    }

    private var pixelBytes: Int {
        drawn.reduce(0) { sum, eventID in
            guard case .drawn(let picture, _, _)? = states[eventID] else { return sum }
            return sum + (picture.pixels?.strips.reduce(0) { $0 + $1.count } ?? 0)
        }
    }

    private static func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private static func pixels(of drawing: PictureDrawing, _ means: PictureMeans) -> PicturePixels? {
        guard let graphics = means.graphics, !drawing.strips.isEmpty else { return nil }
        let form: PicturePixels.Form =
            switch graphics.form {
            case .pixels: .colors
            case .sixels: .sixels
            }
        return PicturePixels(
            form: form, cellWidth: graphics.cell.width, cellHeight: graphics.cell.height, strips: drawing.strips)
    }

    func fail(_ failure: PictureFailure, of order: PictureOrder, now: Int64) {
        guard end(order) else { return }
        drawn.removeAll { $0 == order.eventID }
        states[order.eventID] = .failed(failure, at: now)
    }

    /// - Returns: whether it is the answer that is waited for: the window may have another width by now.
    private func end(_ order: PictureOrder) -> Bool {
        guard running[order.eventID] == order.room else { return false }
        running[order.eventID] = nil
        return true
    }
}
