/// The look of a cell. Its colors are numbers of the current ``Palette``. A terminal with fewer colors
/// shows the nearest ones.
package struct Style: Hashable, Sendable {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let underline = Attributes(rawValue: 4)
        package static let reverse = Attributes(rawValue: 8)
        package static let italic = Attributes(rawValue: 16)
        /// The color numbers are indexes of the 256-color palette, and the current palette is not applied.
        package static let exactColors = Attributes(rawValue: 32)
    }

    /// A number of the palette; `nil` for the terminal's default color.
    package var foreground: UInt8?
    package var background: UInt8?
    package var attributes: Attributes

    package init(foreground: UInt8? = nil, background: UInt8? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    package static let plain = Style()
}
