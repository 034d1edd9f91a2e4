/// One cell of the emulated terminal. The second cell of a wide character holds no text.
package struct EmulatedCell: Hashable, Sendable {
    package var text: String
    package var style: EmulatedStyle
    /// What sixels put over it, in its middle; gone with what is written there next.
    package var pixel: EmulatedPixel?

    package init(text: String = " ", style: EmulatedStyle = EmulatedStyle()) {
        self.text = text
        self.style = style
    }
}
