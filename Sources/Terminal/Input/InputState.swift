/// The part of a sequence or a paste that an ``InputParser`` is in.
enum InputState: Hashable {
    case ground
    /// After ESC; `twice` after two.
    case escape(twice: Bool)
    /// After `ESC [` or `ESC O`, with the bytes since; `hasMeta` after `ESC ESC`.
    case sequence(introducer: UInt8, bytes: [UInt8], hasMeta: Bool)
    /// After `ESC [ [`.
    case console(hasMeta: Bool)
    /// A sequence that nobody may see as text, up to its last byte.
    case swallowingSequence
    /// The coordinates of a mouse report in the oldest form, which we never ask for.
    case swallowingBytes(Int)
    /// A string (OSC, DCS, APC, PM, SOS) up to BEL or `ESC \`, with the first of its bytes.
    case string(introducer: UInt8, bytes: [UInt8], afterEscape: Bool)
    /// After an ESC that was taken for a key. The rest of a sequence may still come: its bytes so far, and how many of
    /// them were told as keys.
    case late(bytes: [UInt8], toldCount: Int)
    case paste(PasteCollector)
}

/// How long an ``InputParser`` waits for the rest of something, counted from the last byte.
enum InputPatience {
    /// After a lone ESC, which is a key unless a sequence follows.
    static let escape = Duration.milliseconds(25)
    /// After a byte or a key that may be by itself.
    static let key = Duration.milliseconds(100)
    /// In the middle of a sequence or a paste, which no person types by hand.
    static let rest = Duration.milliseconds(500)
    /// For an answer that the terminal owes, half a character, and the rest of a sequence whose ESC was taken for a key.
    static let answer = Duration.seconds(2)
}
