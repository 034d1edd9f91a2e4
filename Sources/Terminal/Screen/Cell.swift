/// A cell of a frame. A wide character is in its first cell, and the second has no text.
package struct Cell: Hashable, Sendable {
    /// A character with its combining marks; empty in the second cell of a wide character.
    package var text: String
    package var style: Style

    package init(text: String = " ", style: Style = .plain) {
        self.text = text
        self.style = style
    }

    package static let blank = Cell()
}
