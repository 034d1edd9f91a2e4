@testable import Terminal

extension Frame {
    /// The cells row by row.
    var cells: [Cell] {
        (0..<size.height).flatMap { y in (0..<size.width).map { self[$0, y] } }
    }
}
