/// A cell of the emulated terminal. The second cell of a wide character has no text.
package struct EmulatedCell: Hashable, Sendable {
    package var text: String
    package var style: EmulatedStyle
    /// The pixel of a sixel image over the middle of the cell. The next text in the cell removes it.
    package var pixel: EmulatedPixel?

    package init(text: String = " ", style: EmulatedStyle = EmulatedStyle()) {
        self.text = text
        self.style = style
    }
}
