/// The style of a cell of the emulated terminal.
package struct EmulatedStyle: Hashable, Sendable {
    package var isBold = false
    package var isDim = false
    package var isItalic = false
    package var isUnderlined = false
    package var isReversed = false
    /// The palette index. `nil` stands for the terminal's default.
    package var foreground: Int?
    package var background: Int?

    package init() {}

    /// Applies the numbers of a `CSI … m`.
    ///
    /// - Returns: `false` if one of them is unknown.
    mutating func apply(_ numbers: [Int]) -> Bool {
        var rest = (numbers.isEmpty ? [0] : numbers)[...]
        var areKnown = true
        while let number = rest.popFirst() {
            switch number {
            case 0: self = EmulatedStyle()
            case 1: isBold = true
            case 2: isDim = true
            case 3: isItalic = true
            case 4: isUnderlined = true
            case 7: isReversed = true
            case 22: (isBold, isDim) = (false, false)
            case 23: isItalic = false
            case 24: isUnderlined = false
            case 27: isReversed = false
            case 30...37: foreground = number - 30
            case 38: areKnown = Self.color(&rest, &foreground) && areKnown
            case 39: foreground = nil
            case 40...47: background = number - 40
            case 48: areKnown = Self.color(&rest, &background) && areKnown
            case 49: background = nil
            case 90...97: foreground = number - 82
            case 100...107: background = number - 92
            default: areKnown = false
            }
        }
        return areKnown
    }

    private static func color(_ rest: inout ArraySlice<Int>, _ color: inout Int?) -> Bool {
        guard rest.popFirst() == 5, let index = rest.popFirst(), (0...255).contains(index) else { return false }
        color = index
        return true
    }
}
