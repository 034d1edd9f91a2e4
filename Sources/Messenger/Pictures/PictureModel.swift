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
    private var lastNumber = 0

    /// A screen holds fewer, and a drawing takes 20 kB at the most.
    static let mostDrawn = 100
    /// Before what failed for the moment is tried again; in milliseconds.
    static let pause: Int64 = 30_000

    /// Whether it has to be drawn; then it is taken for being drawn.
    func begin(_ order: PictureOrder, _ colors: PictureDrawing.Colors, now: Int64) -> Bool {
        guard running[order.eventID] != order.room else { return false }
        switch states[order.eventID] {
        case .drawn(let picture, _, let had)? where had == colors && picture.asked == order.room: return false
        case .failed(let failure, let time)? where !failure.passes || now - time < Self.pause: return false
        case .drawn, .failed, nil: break
        }
        running[order.eventID] = order.room
        return true
    }

    func set(_ drawing: PictureDrawing, of order: PictureOrder, _ colors: PictureDrawing.Colors) {
        guard end(order),
            let shape = PictureShape(width: drawing.original.width, height: drawing.original.height)
        else { return }
        lastNumber += 1
        let picture = DrawnPicture(
            number: lastNumber, asked: order.room, size: PictureRoom(columns: drawing.columns, rows: drawing.rows),
            cells: drawing.cells.map {
                DrawnPicture.Cell(scalar: $0.scalar, foreground: $0.foreground, background: $0.background)
            })
        states[order.eventID] = .drawn(picture, shape: shape, colors)
        drawn.removeAll { $0 == order.eventID }
        drawn.append(order.eventID)
        if drawn.count > Self.mostDrawn { states[drawn.removeFirst()] = nil }
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
