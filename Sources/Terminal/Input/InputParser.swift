/// Parses the bytes of a terminal into keys and reports. It does no input and has no clock.
///
/// A connection may split the bytes anywhere, and the rest may never arrive. Each state except ground has a
/// ``deadline``: the silence after which ``timeOut(after:)`` ends it. Text is never dropped: a paste without an end
/// is delivered, and bytes that can't be a sequence become the keys that they may have been.
///
/// A stalled paste may continue after its timeout. Until a key shows that the user types, a read with a line break
/// among other characters counts as part of it. Its line breaks then don't send the message.
package struct InputParser: Sendable {
    private static let escape: UInt8 = 0x1B
    /// The byte after ESC that begins a CSI.
    private static let control = UInt8(ascii: "[")
    /// The byte after ESC that begins an OSC.
    private static let command = UInt8(ascii: "]")
    /// The byte after ESC that begins an APC.
    private static let application = UInt8(ascii: "_")
    /// The limit of a sequence. Longer ones are swallowed.
    private static let maximumSequence = 128
    /// The limit of a string that doesn't look like one from a terminal. It may be typed text after a Meta key. If it
    /// is longer, it becomes keys.
    private static let maximumHeldText = 4_096

    /// Whether the response to the background color query is pending. Its parts are awaited even if they are late, and
    /// never become text.
    package var awaitsBackground = false
    /// The number of pending responses to cursor position queries. They are handled the same way.
    package var awaitedPositions = 0
    /// Whether responses to graphics queries are pending. They are handled the same way.
    package var awaitsGraphics = false

    private let terminalHasBracketedPaste: Bool
    private var state = InputState.ground
    /// The paste that was delivered without its end.
    private var stalled: PasteCollector?
    /// The bytes after an ESC that timed out, if the rest of a paste's start may still follow. No person types that
    /// rest in a single read.
    private var pasteStart: [UInt8]?
    /// Whether several characters came after a stalled paste, without a pause since.
    private var isBurst = false
    /// Esc or ^C within a paste, alone in a read. They are keys if silence follows, else text.
    private var pastedKeys: [UInt8] = []
    private var decoder: InputDecoder
    private let charset: TerminalCharset
    /// The modifiers of the incomplete character in the decoder.
    private var decoderModifiers: Key.Modifiers = []
    /// Whether the ESC of ``state`` came with an earlier read. It is a key unless a sequence follows.
    private var isStale = false

    // The results of one call of ``feed(_:)``.
    private var inputs: [TerminalInput] = []
    private var text = ""

    /// - Parameter terminalHasBracketedPaste: if false, a CR in the same read as other bytes is `^J`, a new line,
    ///   and not Enter. A paste then never sends a message.
    package init(terminalHasBracketedPaste: Bool = true, charset: TerminalCharset = .utf8) {
        self.terminalHasBracketedPaste = terminalHasBracketedPaste
        self.charset = charset
        decoder = InputDecoder(charset)
    }

    /// The silence after the last bytes at which ``timeOut(after:)`` ends a state; `nil` if nothing is pending.
    package var deadline: Duration? {
        switch state {
        case .ground where isBurst: InputTimeouts.key
        case .ground: decoder.isWaiting || stalled?.isCut == true ? InputTimeouts.answer : nil
        case .escape: InputTimeouts.escape
        case .sequence(Self.control, let bytes, _) where isAnswerBegun(bytes): InputTimeouts.answer
        case .string(let introducer, let bytes, _) where isAnswerBegun(introducer, bytes): InputTimeouts.answer
        case .sequence, .console, .swallowingSequence, .swallowingBytes, .string: InputTimeouts.rest
        case .late(let bytes, let toldCount):
            switch bytes.count - toldCount {
            case 0: InputTimeouts.answer
            case 1: InputTimeouts.key
            default: InputTimeouts.rest
            }
        case .paste: pastedKeys.isEmpty ? InputTimeouts.rest : InputTimeouts.key
        }
    }

    /// Parses the bytes of one read. ESC and a key in one read are that key with Meta.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        isStale = true
        var bytes = Array(bytes)
        if !terminalHasBracketedPaste { bytes = InputShape.linesBroken(bytes) }
        if case .paste = state {
            if pastedKeys.isEmpty, InputShape.endsPaste(bytes) {
                pastedKeys = bytes
                return []
            }
            bytes = pastedKeys + bytes
            pastedKeys = []
        } else {
            let before = pasteStart
            pasteStart = nil
            if let before, bytes.starts(with: Self.pasteBegins.dropFirst(before.count)) {
                bytes.removeFirst(Self.pasteBegins.count - before.count)
                beginPaste()
            }
            if let stalled { feed(bytes, after: stalled) }
            if case .late(let before, let toldCount) = state, before.count == toldCount,
                before.isEmpty || bytes.count > 1, InputShape.isTail(before + bytes)
            {
                state = .escape(twice: false)
                for byte in before { step(byte) }
            }
        }
        var rest = bytes[...]
        while let byte = rest.first {
            if case .paste(let collector) = state {
                paste(&rest, collector)
            } else {
                rest.removeFirst()
                step(byte)
            }
        }
        return flushInputs()
    }

    /// Ends states whose deadline has passed: a lone ESC becomes the Escape key, and a paste is delivered.
    ///
    /// - Parameter silence: the time since the last bytes.
    package mutating func timeOut(after silence: Duration = .milliseconds(25)) -> [TerminalInput] {
        // Each state leads to one with a longer deadline, and finally to ground.
        while let deadline, deadline <= silence { expire() }
        return flushInputs()
    }

    /// Ends all states because no more bytes will come. A paste is delivered.
    package mutating func finish() -> [TerminalInput] {
        timeOut(after: InputTimeouts.answer)
    }

    private mutating func expire() {
        switch state {
        case .ground where isBurst: isBurst = false
        case .ground:
            if let text = stalled?.takeAll(), !text.isEmpty { inputs.append(.paste(text)) }
            if decoder.cut() { text.unicodeScalars.append("\u{FFFD}") }
            endText(decoderModifiers)
            decoderModifiers = []
        case .escape(let twice):
            inputs += Array(repeating: .key(Key(.escape)), count: twice ? 2 : 1)
            awaitTail(after: [])
        case .sequence(let introducer, [], let hasMeta):
            giveUp(introducer, isAfterTwo: hasMeta)
            awaitTail(after: [introducer])
        case .string(let introducer, [], false):
            giveUp(introducer, isAfterTwo: false)
            awaitTail(after: [introducer])
        case .string(let introducer, let bytes, let afterEscape):
            if giveUpString(introducer, afterEscape ? bytes.dropLast() : bytes[...]), afterEscape {
                endText()
                inputs.append(.key(Key(.escape)))
            }
        case .late(let bytes, let toldCount) where bytes.count > toldCount:
            deliver(bytes[toldCount...])
            state = .late(bytes: bytes, toldCount: bytes.count)
        case .paste(var collector):
            let text = collector.takeText()
            if !text.isEmpty { inputs.append(.paste(text)) }
            // The byte may have been the start of the end marker.
            var key = pastedKeys.prefix(1)
            _ = collector.feed(&key)
            _ = collector.takeText()
            let keys = pastedKeys.dropFirst()
            pastedKeys = []
            state = .ground
            stalled = collector
            deliver(keys)
        case .sequence(Self.control, let bytes, _):
            state = .ground
            awaitPaste(after: [Self.control] + bytes)
        case .late(let bytes, _):
            state = .ground
            awaitPaste(after: bytes)
        case .sequence, .console, .swallowingSequence, .swallowingBytes: state = .ground
        }
    }

    private mutating func awaitPaste(after bytes: [UInt8]) {
        if terminalHasBracketedPaste, Self.pasteBegins.starts(with: bytes) { pasteStart = bytes }
    }

    /// Decides whether a read after a stalled paste is part of it or typed.
    private mutating func feed(_ bytes: [UInt8], after collector: PasteCollector) {
        guard let first = bytes.first else { return }
        var collector = collector
        let isContinued = collector.isContinued(by: bytes)
        if !isContinued {
            // An incomplete character can't be completed any more.
            let text = collector.takeAll()
            if !text.isEmpty { inputs.append(.paste(text)) }
        }
        let textCount = bytes.count { $0 >= 0x20 && $0 != 0x7F }
        let wasBurst = isBurst
        isBurst = false
        if isContinued || bytes.contains(where: { $0 == 0x0D || $0 == 0x0A }) && (textCount > 0 || wasBurst) {
            state = .paste(collector)
            stalled = nil
        } else if bytes.count == 1, first < 0x20 {
            stalled = nil
        } else {
            stalled = collector
            isBurst = textCount > 1 && first != Self.escape
        }
    }

    /// Ends a state of ESC and one byte only: it was a key with Meta that looks like the start of a sequence.
    private mutating func giveUp(_ introducer: UInt8, isAfterTwo: Bool) {
        if isStale || isAfterTwo { inputs.append(.key(Key(.escape))) }
        let character = Character(Unicode.Scalar(introducer))
        inputs.append(.key(isStale ? .character(character) : .meta(character)))
        state = .ground
    }

    /// Drops a string that terminals send. Other content was ESC and characters in one read, which become keys.
    ///
    /// - Returns: whether they became keys.
    @discardableResult
    private mutating func giveUpString(_ introducer: UInt8, _ bytes: ArraySlice<UInt8>) -> Bool {
        state = .ground
        guard !InputShape.isString(introducer, bytes) else { return false }
        inputs.append(.key(.meta(Character(Unicode.Scalar(introducer)))))
        deliver(bytes)
        return true
    }

    private func isAnswerBegun(_ bytes: [UInt8]) -> Bool {
        !bytes.isEmpty
            && (awaitedPositions > 0 && CursorPositionReport.isBegun(bytes)
                || awaitsGraphics && GraphicsResponse.isBegun(bytes))
    }

    private func isAnswerBegun(_ introducer: UInt8, _ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty else { return false }
        return introducer == Self.command && awaitsBackground && BackgroundResponse.isBegun(bytes)
            || introducer == Self.application && awaitsGraphics && GraphicsResponse.isText(bytes)
    }

    private mutating func flushInputs() -> [TerminalInput] {
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
        case .console where byte < 0x20: abandon(for: byte)
        case .console(let hasMeta):
            state = .ground
            if let key = SequenceTable.consoleKey(byte) { append(.key(key), hasMeta: hasMeta) }
        case .swallowingSequence:
            if byte == Self.escape || byte < 0x20 || byte >= 0x7F {
                abandon(for: byte)
            } else if byte >= 0x40 {
                state = .ground
            }
        case .swallowingBytes where byte < 0x20: abandon(for: byte)
        case .swallowingBytes(let count): state = count > 1 ? .swallowingBytes(count - 1) : .ground
        case .string(let introducer, let bytes, let afterEscape):
            string(byte, introducer: introducer, bytes: bytes, afterEscape: afterEscape)
        case .late(let bytes, let toldCount): late(byte, after: bytes, toldCount: toldCount)
        case .paste: break
        }
    }

    private static let pasteBegins = Array("[200~".utf8)

    /// The starts, after ESC, of input that the terminal may send late.
    private var owed: [[UInt8]] {
        (terminalHasBracketedPaste ? [Self.pasteBegins] : [])
            + (awaitsBackground ? [BackgroundResponse.beginning] : [])
            + (awaitedPositions > 0 ? CursorPositionReport.beginnings : [])
            + (awaitsGraphics ? GraphicsResponse.beginnings : [])
    }

    /// - Parameter told: the bytes after ESC that were delivered as keys.
    private mutating func awaitTail(after told: [UInt8]) {
        let mayCome = owed.contains { $0.starts(with: told) }
        state = mayCome ? .late(bytes: told, toldCount: told.count) : .ground
    }

    private mutating func late(_ byte: UInt8, after bytes: [UInt8], toldCount: Int) {
        let now = bytes + [byte]
        if now == Self.pasteBegins, owed.contains(now) {
            beginPaste()
        } else if owed.contains(now) {
            let rest = Array(now.dropFirst())
            state =
                now[0] == Self.control
                ? .sequence(introducer: Self.control, bytes: rest, hasMeta: false)
                : .string(introducer: now[0], bytes: rest, afterEscape: false)
        } else if owed.contains(where: { $0.starts(with: now) }) {
            state = .late(bytes: now, toldCount: toldCount)
        } else {
            deliver(bytes[toldCount...])
            state = .ground
            step(byte)
        }
    }

    /// Handles bytes as typed text. They were held back because they could have been a part of a sequence.
    private mutating func deliver(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { ground(byte, []) }
    }

    private mutating func paste(_ bytes: inout ArraySlice<UInt8>, _ collector: consuming PasteCollector) {
        // Otherwise the state would hold a second reference, and each read would copy the whole paste.
        state = .ground
        switch collector.feed(&bytes) {
        case .goesOn: state = .paste(collector)
        case .part(let text):
            inputs.append(.paste(text))
            state = .paste(collector)
        case .ended(let text): if !text.isEmpty { inputs.append(.paste(text)) }
        }
    }

    private mutating func beginPaste() {
        endText()
        state = .paste(PasteCollector(charset))
        stalled = nil
    }

    private mutating func ground(_ byte: UInt8, _ modifiers: Key.Modifiers) {
        guard byte >= 0x80 || decoder.isWaiting else { return ascii(byte, modifiers) }
        if !decoder.isWaiting { decoderModifiers = modifiers }
        for scalar in decoder.feed(byte) {
            if scalar.isASCII {
                ascii(UInt8(scalar.value), [])
            } else if scalar.properties.generalCategory != .control {
                // C1 controls are not keys.
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
        } else if InputShape.isPasteMark(sequence, 200) {
            beginPaste()
        } else if InputShape.isPasteMark(sequence, 201) {
            stalled = nil
        } else if let position = CursorPositionReport.position(sequence), awaitedPositions > 0 {
            awaitedPositions -= 1
            inputs.append(.cursor(position))
        } else if awaitsGraphics, let answer = GraphicsResponse(sequence) {
            if case .attributes = answer { awaitsGraphics = false }
            inputs.append(.graphics(answer))
        } else if let input = SequenceTable.input(sequence) {
            append(input, hasMeta: hasMeta)
        }
    }

    private mutating func string(_ byte: UInt8, introducer: UInt8, bytes: [UInt8], afterEscape: Bool) {
        switch byte {
        case 0x07: endString(introducer, bytes)
        case 0x18, 0x1A: state = .ground
        case UInt8(ascii: "\\") where afterEscape: endString(introducer, bytes.dropLast())
        case Self.escape where afterEscape: break
        case _ where afterEscape:
            // An ESC within a string ends it.
            giveUpString(introducer, bytes.dropLast())
            state = .escape(twice: false)
            step(byte)
        case Self.escape: state = .string(introducer: introducer, bytes: bytes + [byte], afterEscape: true)
        case ..<0x20:
            // Strings contain no control characters. This is a key, and the bytes before it were no string.
            giveUpString(introducer, bytes[...])
            step(byte)
        case _ where bytes.count < Self.maximumSequence:
            state = .string(introducer: introducer, bytes: bytes + [byte], afterEscape: false)
        case _ where InputShape.isString(introducer, bytes[...]): break
        case _ where bytes.count < Self.maximumHeldText:
            state = .string(introducer: introducer, bytes: bytes + [byte], afterEscape: false)
        default:
            giveUpString(introducer, bytes[...])
            step(byte)
        }
    }

    private mutating func endString(_ introducer: UInt8, _ bytes: [UInt8]) {
        state = .ground
        if introducer == Self.command, let color = BackgroundResponse.color(bytes) {
            awaitsBackground = false
            inputs.append(.background(color))
        } else if introducer == Self.application, awaitsGraphics, let answer = GraphicsResponse(text: bytes) {
            inputs.append(.graphics(answer))
        }
    }

    /// Handles a byte that can't be part of a sequence. The sequence is dropped, and the byte is parsed.
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

    /// Delivers a key for each character. Marks in the same read belong to their character.
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
