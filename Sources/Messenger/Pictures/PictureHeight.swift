/// The height of pictures in a chat.
package enum PictureHeight: String, CaseIterable, Hashable, Sendable {
    case off, small, medium, large

    /// The maximum height in terminal rows; 0 if no pictures are drawn.
    var rows: Int {
        switch self {
        case .off: 0
        case .small: 5
        case .medium: 10
        case .large: 20
        }
    }
}
