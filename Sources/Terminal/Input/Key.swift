/// A key as it was pressed, independent of the bytes that the terminal sent.
package struct Key: Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// A printable character, or with ``Modifiers/control`` the lowercase letter or symbol that was
        /// pressed with it.
        case character(Character)
        case enter, tab, escape, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        /// F1 is 1.
        case function(Int)
    }

    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let control = Modifiers(rawValue: 1)
        /// Alt, or ESC in the same read.
        package static let meta = Modifiers(rawValue: 2)
        /// Only with keys that are no characters. Back-tab is Tab with shift.
        package static let shift = Modifiers(rawValue: 4)
    }

    package let code: Code
    package let modifiers: Modifiers

    package init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// A character without modifiers.
    package static func character(_ character: Character) -> Key { Key(.character(character)) }

    /// `^A` and the like. The character is lowercase.
    package static func control(_ character: Character) -> Key { Key(.character(character), .control) }

    /// `M-a` and the like.
    package static func meta(_ character: Character) -> Key { Key(.character(character), .meta) }
}
