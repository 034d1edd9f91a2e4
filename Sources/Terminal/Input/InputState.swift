/// The state of an ``InputParser`` within a sequence or a paste.
enum InputState: Hashable {
    case ground
    /// After ESC; `twice` after two.
    case escape(twice: Bool)
    /// After `ESC [` or `ESC O`, with the bytes since; `hasMeta` after `ESC ESC`.
    case sequence(introducer: UInt8, bytes: [UInt8], hasMeta: Bool)
    /// After `ESC [ [`.
    case console(hasMeta: Bool)
    /// A sequence that is dropped up to its last byte and must not become text.
    case swallowingSequence
    /// The coordinates of a mouse report in the oldest format, which is never requested.
    case swallowingBytes(Int)
    /// A string (OSC, DCS, APC, PM, SOS) up to BEL or `ESC \`, with its first bytes.
    case string(introducer: UInt8, bytes: [UInt8], afterEscape: Bool)
    /// After an ESC that was delivered as a key. The rest of a sequence may still come. The values are its bytes so
    /// far, and the number of them that were delivered as keys.
    case late(bytes: [UInt8], toldCount: Int)
    case paste(PasteCollector)
}

/// The timeouts of an ``InputParser``, counted from the last byte.
enum InputPatience {
    /// After a lone ESC, which is a key unless a sequence follows.
    static let escape = Duration.milliseconds(25)
    /// After a byte or a key that may be complete.
    static let key = Duration.milliseconds(100)
    /// In the middle of a sequence or a paste, which is never typed by hand.
    static let rest = Duration.milliseconds(500)
    /// For a pending answer of the terminal, an incomplete character, and the rest of a sequence whose
    /// ESC became a key.
    static let answer = Duration.seconds(2)
}
