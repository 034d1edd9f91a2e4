/// Splits a program's output into tokens, however the output was cut into pieces.
struct TokenScanner: Sendable {
    private enum State {
        case ground
        case escape(String)
        case sequence(String)
        case command([UInt8], afterEscape: Bool)
        /// DCS and APC, by the letter after ESC.
        case string(UInt8)
        /// PM and SOS, which the program never sends.
        case message(String, afterEscape: Bool)
        case character([UInt8], count: Int)
    }

    private var state = State.ground
    /// The partial content of a DCS or APC string, which may be long.
    private var string: [UInt8] = []

    mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalToken] {
        bytes.flatMap { step($0) }
    }

    private mutating func step(_ byte: UInt8) -> [TerminalToken] {
        switch state {
        case .ground: return ground(byte)
        case .escape(let signs): return escape(byte, signs)
        case .sequence(let text): return sequence(byte, text)
        case .command(let text, let afterEscape):
            switch byte {
            case 0x07: return end(.command(String(decoding: text, as: UTF8.self)))
            case 0x5C where afterEscape: return end(.command(String(decoding: text.dropLast(), as: UTF8.self)))
            default: state = .command(text + [byte], afterEscape: byte == 0x1B)
            }
            return []
        case .string(let letter):
            guard byte == 0x5C, string.last == 0x1B else {
                string.append(byte)
                return []
            }
            let text = Array(string.dropLast())
            string = []
            return end(letter == 0x50 ? .device(text) : .application(String(decoding: text, as: UTF8.self)))
        case .message(let text, let afterEscape):
            if afterEscape, byte == 0x5C { return end(.unknown(text)) }
            state = .message(text + shown(byte), afterEscape: byte == 0x1B)
            return []
        case .character(var bytes, let count):
            guard byte & 0xC0 == 0x80 else { return end(.unknown(bytes.map(shown).joined())) + ground(byte) }
            bytes.append(byte)
            guard bytes.count == count else {
                state = .character(bytes, count: count)
                return []
            }
            guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first else {
                return end(.unknown(bytes.map(shown).joined()))
            }
            // C1 controls have the effect of ESC and a letter.
            return end((0x80...0x9F).contains(scalar.value) ? .unknown(bytes.map(shown).joined()) : .text(scalar))
        }
    }

    private mutating func ground(_ byte: UInt8) -> [TerminalToken] {
        switch byte {
        case 0x1B: state = .escape("")
        case 0x00..<0x20, 0x7F: return [.control(byte)]
        case 0x20..<0x7F: return [.text(Unicode.Scalar(byte))]
        case 0xC2..<0xE0: state = .character([byte], count: 2)
        case 0xE0..<0xF0: state = .character([byte], count: 3)
        case 0xF0..<0xF5: state = .character([byte], count: 4)
        default: return [.unknown(shown(byte))]
        }
        return []
    }

    private mutating func escape(_ byte: UInt8, _ signs: String) -> [TerminalToken] {
        let character = Character(Unicode.Scalar(byte))
        switch (byte, signs.isEmpty) {
        case (0x5B, true): state = .sequence("")
        case (0x5D, true): state = .command([], afterEscape: false)
        case (0x50, true), (0x5F, true): state = .string(byte)
        case (0x58, true), (0x5E, true): state = .message("ESC \(character)", afterEscape: false)
        case (0x20..<0x30, _): state = .escape(signs + String(character))
        case (0x30..<0x7F, _): return end(.escape(signs: signs, final: character))
        default: return end(.unknown("ESC \(signs)\(shown(byte))"))
        }
        return []
    }

    private mutating func sequence(_ byte: UInt8, _ text: String) -> [TerminalToken] {
        let character = Character(Unicode.Scalar(byte))
        if (0x20..<0x40).contains(byte) {
            state = .sequence(text + String(character))
            return []
        }
        guard (0x40..<0x7F).contains(byte) else { return end(.unknown("CSI \(text)\(shown(byte))")) }
        var rest = text[...]
        var marker: Character?
        if let first = rest.first, "<=>?".contains(first) { marker = rest.popFirst() }
        let fields = rest.prefix { $0.isNumber || $0 == ";" }
        let signs = rest.dropFirst(fields.count)
        let numbers =
            fields.isEmpty ? [] : fields.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard signs.allSatisfy({ ($0.asciiValue ?? 0) < 0x30 }) else { return end(.unknown("CSI \(text)\(character)")) }
        return end(.sequence(marker: marker, numbers: numbers, signs: String(signs), final: character))
    }

    private mutating func end(_ token: TerminalToken) -> [TerminalToken] {
        state = .ground
        return [token]
    }

    private func shown(_ byte: UInt8) -> String {
        (0x20..<0x7F).contains(byte) ? String(Character(Unicode.Scalar(byte))) : "<\(String(byte, radix: 16))>"
    }
}
