/// The 256-color index of each color number of a ``Style``.
///
/// Styles give the meaning of text. Its look depends on the terminal's background, and changes without
/// redrawing the panes.
package struct Palette: Hashable, Sendable {
    private var colors: [UInt8?]

    /// Each number is the color with that index.
    package static let identity = Palette { $0 }

    package init(_ color: (UInt8) -> UInt8?) {
        colors = (UInt8.min...UInt8.max).map(color)
    }

    subscript(number: UInt8?) -> UInt8? { number.flatMap { colors[Int($0)] } }
}
