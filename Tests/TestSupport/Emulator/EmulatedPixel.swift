/// The color of a pixel, with eight bits for each component.
package struct EmulatedPixel: Hashable, Sendable {
    package let red: Int
    package let green: Int
    package let blue: Int

    package init(red: Int, green: Int, blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Whether two colors look alike. Sixels have only a hundred levels for each component.
    package func looksLike(_ other: EmulatedPixel) -> Bool {
        abs(red - other.red) < 24 && abs(green - other.green) < 24 && abs(blue - other.blue) < 24
    }
}
