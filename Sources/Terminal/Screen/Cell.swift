/// One cell of a frame. A wide character stands in its first cell; the second holds no text.
package struct Cell: Hashable, Sendable {
    /// A character with its combining marks; empty in the second cell of a wide one.
    package var text: String
    package var style: Style

    package init(text: String = " ", style: Style = .plain) {
        self.text = text
        self.style = style
    }

    package static let blank = Cell()
}
