/// What a terminal finds in the bytes that a program writes.
enum TerminalToken: Hashable, Sendable {
    case text(Unicode.Scalar)
    /// A control character.
    case control(UInt8)
    /// `ESC`, signs such as `(`, and the last byte.
    case escape(signs: String, final: Character)
    /// `CSI`, `?` or the like, numbers (-1 where none was given), signs, and the last byte.
    case sequence(marker: Character?, numbers: [Int], signs: String, final: Character)
    /// `OSC`, what stands in it, and its end.
    case command(String)
    /// `APC`, what stands in it, and its end.
    case application(String)
    /// `DCS`, what stands in it, and its end.
    case device([UInt8])
    /// What belongs to nothing a terminal knows, in readable form.
    case unknown(String)
}
