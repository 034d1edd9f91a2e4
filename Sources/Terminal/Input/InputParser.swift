/// Makes keys and reports of the bytes that a terminal sends. It reads nothing itself and knows no time.
package struct InputParser: Sendable {
    private enum State: Hashable {
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
        /// After an ESC that was taken for a key while the terminal owes an answer, which may have begun with it: the
        /// beginning of one that came since, and how much of that was told as keys.
        case lateAnswer(bytes: [UInt8], toldCount: Int)
        case paste(PasteCollector)
    }

    private static let escape: UInt8 = 0x1B
    /// What begins a CSI behind ESC.
    private static let control = UInt8(ascii: "[")
    /// What begins an OSC behind ESC.
    private static let command = UInt8(ascii: "]")
    /// What begins an APC behind ESC.
    private static let application = UInt8(ascii: "_")
    /// More than any sequence of a terminal has; longer ones are swallowed.
    private static let maximumSequence = 128

    /// The terminal was asked for its background and hasn't answered. What of it comes late is waited for, and never
    /// becomes text.
    package var awaitsBackground = false
    /// How often the terminal was asked where its cursor is and hasn't answered: the same.
    package var awaitedPositions = 0
    /// The terminal was asked how it shows pixels and hasn't answered all: the same.
    package var awaitsGraphics = false

    private let terminalHasBracketedPaste: Bool
    private var state = State.ground
    private var decoder = UTF8Decoder()
    /// What the character gets that the decoder is at.
    private var decoderModifiers: Key.Modifiers = []
    /// The ESC that ``state`` goes on from came with an earlier read: it is a key unless a sequence follows.
    private var isStale = false

    // What one call of ``feed(_:)`` found.
    private var inputs: [TerminalInput] = []
    private var text = ""

    /// - Parameter terminalHasBracketedPaste: without, a CR in the same read as other bytes is `^J`, a new line, and not
    ///   Enter: paste never sends.
    package init(terminalHasBracketedPaste: Bool = true) {
        self.terminalHasBracketedPaste = terminalHasBracketedPaste
    }

    /// Something has begun that ``timeOut()`` or more bytes end.
    package var isWaitingForMore: Bool { state != .ground || decoder.isWaiting }

    /// Takes the bytes of one read: ESC and a key in one read is that key with Meta.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        isStale = true
        let bytes = terminalHasBracketedPaste ? Array(bytes) : Self.linesBroken(Array(bytes))
        var rest = bytes[...]
        while let byte = rest.first {
            if case .paste(let collector) = state {
                paste(&rest, collector)
            } else {
                rest.removeFirst()
                step(byte)
            }
        }
        return takeInputs()
    }

    /// Nothing came for 25 ms: a lone ESC is the Escape key, what else was begun is dropped. A paste and half a character
    /// go on waiting, as their next byte decides.
    package mutating func timeOut() -> [TerminalInput] {
        switch state {
        case .ground, .paste: break
        case .escape(let twice):
            inputs += Array(repeating: .key(Key(.escape)), count: twice ? 2 : 1)
            awaitLateAnswer(after: [])
        case .sequence(let introducer, [], let hasMeta):
            timeOut(introducer, isAfterTwo: hasMeta)
            awaitLateAnswer(after: [introducer])
        case .sequence(Self.control, let bytes, _) where awaitedPositions > 0 && CursorAnswer.isBegun(bytes): break
        case .sequence(Self.control, let bytes, _) where awaitsGraphics && GraphicsAnswer.isBegun(bytes): break
        case .string(let introducer, [], false):
            timeOut(introducer, isAfterTwo: false)
            awaitLateAnswer(after: [introducer])
        case .string(Self.command, let bytes, _) where awaitsBackground && BackgroundAnswer.isBegun(bytes): break
        case .string(Self.application, let bytes, _) where awaitsGraphics && GraphicsAnswer.isText(bytes): break
        case .lateAnswer(let bytes, let toldCount):
            tell(bytes[toldCount...])
            state = .lateAnswer(bytes: bytes, toldCount: bytes.count)
        case .sequence, .console, .swallowingSequence, .swallowingBytes, .string:
            state = .ground
        }
        return takeInputs()
    }

    /// ESC and one byte, and no more: a key with Meta that happens to begin a sequence.
    private mutating func timeOut(_ introducer: UInt8, isAfterTwo: Bool) {
        if isStale || isAfterTwo { inputs.append(.key(Key(.escape))) }
        let character = Character(Unicode.Scalar(introducer))
        inputs.append(.key(isStale ? .character(character) : .meta(character)))
        state = .ground
    }

    /// Each CR that came with other bytes, and the LF behind it, as one LF.
    private static func linesBroken(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.count < 2 || bytes == [escape, 0x0D] { return bytes }
        var result: [UInt8] = []
        var afterReturn = false
        for byte in bytes {
            if byte != 0x0A || !afterReturn { result.append(byte == 0x0D ? 0x0A : byte) }
            afterReturn = byte == 0x0D
        }
        return result
    }

    private mutating func takeInputs() -> [TerminalInput] {
        endText()
        defer { inputs = [] }
        return inputs
    }

    private mutating func step(_ byte: UInt8) {
        switch state {
        case .ground: ground(byte, [])
        case .escape(let twice): afterEscape(byte, twice: twice)
        case .sequence(let introducer, let bytes, let hasMeta):
            sequence(byte, introducer: introducer, bytes: bytes, hasMeta: hasMeta)
        case .console(let hasMeta):
            state = .ground
            if let key = SequenceTable.consoleKey(byte) { append(.key(key), hasMeta: hasMeta) }
        case .swallowingSequence:
            if byte == Self.escape || byte < 0x20 || byte >= 0x7F {
                abandon(for: byte)
            } else if byte >= 0x40 {
                state = .ground
            }
        case .swallowingBytes(let count): state = count > 1 ? .swallowingBytes(count - 1) : .ground
        case .string(let introducer, let bytes, let afterEscape):
            string(byte, introducer: introducer, bytes: bytes, afterEscape: afterEscape)
        case .lateAnswer(let bytes, let toldCount): lateAnswer(byte, after: bytes, toldCount: toldCount)
        case .paste: break
        }
    }

    /// How what the terminal owes begins, behind ESC.
    private var owed: [[UInt8]] {
        (awaitsBackground ? [BackgroundAnswer.beginning] : [])
            + (awaitedPositions > 0 ? CursorAnswer.beginnings : [])
            + (awaitsGraphics ? GraphicsAnswer.beginnings : [])
    }

    /// - Parameter told: what came behind ESC, and was told as keys.
    private mutating func awaitLateAnswer(after told: [UInt8]) {
        let mayCome = owed.contains { $0.starts(with: told) }
        state = mayCome ? .lateAnswer(bytes: told, toldCount: told.count) : .ground
    }

    private mutating func lateAnswer(_ byte: UInt8, after bytes: [UInt8], toldCount: Int) {
        let now = bytes + [byte]
        if owed.contains(now) {
            let rest = Array(now.dropFirst())
            state =
                now[0] == Self.control
                ? .sequence(introducer: Self.control, bytes: rest, hasMeta: false)
                : .string(introducer: now[0], bytes: rest, afterEscape: false)
        } else if owed.contains(where: { $0.starts(with: now) }) {
            state = .lateAnswer(bytes: now, toldCount: toldCount)
        } else {
            tell(bytes[toldCount...])
            state = .ground
            step(byte)
        }
    }

    /// What was held back is text after all.
    private mutating func tell(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { ground(byte, []) }
    }

    private mutating func paste(_ bytes: inout ArraySlice<UInt8>, _ collector: consuming PasteCollector) {
        // Otherwise the state would hold a second copy, and each read copy the whole paste.
        state = .ground
        switch collector.feed(&bytes) {
        case .goesOn: state = .paste(collector)
        case .part(let text):
            inputs.append(.paste(text))
            state = .paste(collector)
        case .ended(let text): if !text.isEmpty { inputs.append(.paste(text)) }
        }
    }

    private mutating func ground(_ byte: UInt8, _ modifiers: Key.Modifiers) {
        guard byte >= 0x80 || decoder.isWaiting else { return ascii(byte, modifiers) }
        if !decoder.isWaiting { decoderModifiers = modifiers }
        for scalar in decoder.feed(byte) {
            if scalar.isASCII {
                ascii(UInt8(scalar.value), [])
            } else if scalar.properties.generalCategory != .control {
                // C1 controls are no keys.
                text.unicodeScalars.append(scalar)
            }
            if !decoderModifiers.isEmpty { endText(decoderModifiers) }
            decoderModifiers = []
        }
    }

    private mutating func ascii(_ byte: UInt8, _ modifiers: Key.Modifiers) {
        if byte >= 0x20, byte < 0x7F, modifiers.isEmpty {
            text.unicodeScalars.append(Unicode.Scalar(byte))
            return
        }
        endText()
        if byte == Self.escape {
            state = .escape(twice: false)
            isStale = false
        } else {
            inputs.append(.key(Self.key(byte, modifiers)))
        }
    }

    private mutating func afterEscape(_ byte: UInt8, twice: Bool) {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            state = .sequence(introducer: byte, bytes: [], hasMeta: twice)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            if twice { inputs.append(.key(Key(.escape))) }
            state = .string(introducer: byte, bytes: [], afterEscape: false)
        case Self.escape where !isStale:
            if twice { inputs.append(.key(Key(.escape))) }
            state = .escape(twice: true)
        default:
            let pressed = isStale ? 1 : 0
            inputs += Array(repeating: .key(Key(.escape)), count: twice ? pressed + 1 : pressed)
            state = .ground
            ground(byte, isStale ? [] : .meta)
        }
    }

    private mutating func sequence(_ byte: UInt8, introducer: UInt8, bytes: [UInt8], hasMeta: Bool) {
        let isControlSequence = introducer == Self.control
        switch byte {
        case UInt8(ascii: "$") where isControlSequence && Self.isNumber(bytes):
            end(ControlSequence(bytes: bytes, final: byte), introducer, hasMeta)
        case 0x20..<0x40:
            if bytes.count < Self.maximumSequence {
                state = .sequence(introducer: introducer, bytes: bytes + [byte], hasMeta: hasMeta)
            } else {
                state = .swallowingSequence
            }
        case UInt8(ascii: "[") where isControlSequence && bytes.isEmpty: state = .console(hasMeta: hasMeta)
        case UInt8(ascii: "M") where isControlSequence && bytes.isEmpty: state = .swallowingBytes(3)
        case 0x40..<0x7F: end(ControlSequence(bytes: bytes, final: byte), introducer, hasMeta)
        default: abandon(for: byte)
        }
    }

    private mutating func end(_ sequence: ControlSequence, _ introducer: UInt8, _ hasMeta: Bool) {
        state = .ground
        if introducer == UInt8(ascii: "O") {
            if let key = SequenceTable.applicationKey(sequence) { append(.key(key), hasMeta: hasMeta) }
        } else if sequence.final == UInt8(ascii: "~"), sequence.marker == nil, sequence.number(0) == 200 {
            state = .paste(PasteCollector())
        } else if let position = CursorAnswer.position(sequence), awaitedPositions > 0 {
            awaitedPositions -= 1
            inputs.append(.cursor(position))
        } else if awaitsGraphics, let answer = GraphicsAnswer(sequence) {
            if case .attributes = answer { awaitsGraphics = false }
            inputs.append(.graphics(answer))
        } else if let input = SequenceTable.input(sequence) {
            append(input, hasMeta: hasMeta)
        }
    }

    private mutating func string(_ byte: UInt8, introducer: UInt8, bytes: [UInt8], afterEscape: Bool) {
        switch byte {
        case 0x07 where introducer == Self.command: endString(introducer, bytes)
        case 0x18, 0x1A: state = .ground
        case UInt8(ascii: "\\") where afterEscape: endString(introducer, bytes.dropLast())
        case _ where afterEscape && byte != Self.escape:
            // ESC within a string ends it, whatever follows.
            state = .escape(twice: false)
            step(byte)
        default:
            let kept = bytes.count < Self.maximumSequence ? bytes + [byte] : bytes
            state = .string(introducer: introducer, bytes: kept, afterEscape: byte == Self.escape)
        }
    }

    private mutating func endString(_ introducer: UInt8, _ bytes: [UInt8]) {
        state = .ground
        if introducer == Self.command, let color = BackgroundAnswer.color(bytes) {
            awaitsBackground = false
            inputs.append(.background(color))
        } else if introducer == Self.application, awaitsGraphics, let answer = GraphicsAnswer(text: bytes) {
            inputs.append(.graphics(answer))
        }
    }

    /// A byte that can't be part of a sequence: the sequence is dropped, the byte counts.
    private mutating func abandon(for byte: UInt8) {
        state = .ground
        if byte != 0x18, byte != 0x1A { ground(byte, []) }
    }

    private mutating func append(_ input: TerminalInput, hasMeta: Bool) {
        if hasMeta, case .key(let key) = input {
            inputs.append(.key(Key(key.code, key.modifiers.union(.meta))))
        } else {
            inputs.append(input)
        }
    }

    /// A key a character: marks that came in the same read belong to it.
    private mutating func endText(_ modifiers: Key.Modifiers = []) {
        for character in text { inputs.append(.key(Key(.character(character), modifiers))) }
        text = ""
    }

    private static func isNumber(_ bytes: [UInt8]) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func key(_ byte: UInt8, _ modifiers: Key.Modifiers) -> Key {
        switch byte {
        case 0x08, 0x7F: Key(.backspace, modifiers)
        case 0x09: Key(.tab, modifiers)
        case 0x0D: Key(.enter, modifiers)
        case 0x01...0x1A: Key(.character(Character(Unicode.Scalar(byte + 0x60))), modifiers.union(.control))
        case 0x00..<0x20: Key(.character(Character(Unicode.Scalar(byte + 0x40))), modifiers.union(.control))
        default: Key(.character(Character(Unicode.Scalar(byte))), modifiers)
        }
    }
}
