/// How high pictures are drawn in a chat.
package enum PictureHeight: String, CaseIterable, Hashable, Sendable {
    case off, small, medium, large

    /// The most lines that one takes; 0 where none is drawn.
    var rows: Int {
        switch self {
        case .off: 0
        case .small: 5
        case .medium: 10
        case .large: 20
        }
    }
}
