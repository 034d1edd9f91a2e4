/// Which colour of the 256 each number of a ``Style`` is.
///
/// What is drawn says what letters mean; how that looks depends on the terminal's background, and changes without
/// anything being drawn anew.
package struct Palette: Hashable, Sendable {
    private var colors: [UInt8?]

    /// Each number is the colour of that number.
    package static let identity = Palette { $0 }

    package init(_ color: (UInt8) -> UInt8?) {
        colors = (UInt8.min...UInt8.max).map(color)
    }

    subscript(number: UInt8?) -> UInt8? { number.flatMap { colors[Int($0)] } }
}
