/// A token in a program's output to a terminal.
enum TerminalToken: Hashable, Sendable {
    case text(Unicode.Scalar)
    /// A control character.
    case control(UInt8)
    /// `ESC`, intermediate characters such as `(`, and the last byte.
    case escape(signs: String, final: Character)
    /// `CSI`, `?` or a similar marker, numbers (-1 for omitted ones), intermediate characters, and the last byte.
    case sequence(marker: Character?, numbers: [Int], signs: String, final: Character)
    /// `OSC`, its content, and its end.
    case command(String)
    /// `APC`, its content, and its end.
    case application(String)
    /// `DCS`, its content, and its end.
    case device([UInt8])
    /// Bytes that are no known token, in readable form.
    case unknown(String)
}
