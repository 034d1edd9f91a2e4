import CNcurses

/// The charset of the terminal, according to the locale.
package enum TerminalCharset: Hashable, Sendable {
    case utf8, ascii
    /// A charset that the C library converts, by its internal number.
    case other(Int32)

    /// - Parameter codeset: the name in a locale. An unknown charset counts as ASCII.
    init(codeset: String) {
        switch codeset.lowercased().filter({ $0.isLetter || $0.isNumber }) {
        case "utf8": self = .utf8
        case "", "ansix341968", "usascii", "ascii", "646", "iso646us": self = .ascii
        default:
            let number = confab_charset_open(codeset)
            self = number >= 0 ? .other(number) : .ascii
        }
    }

    /// Returns the bytes of a code point. `nil` if the charset lacks it, if the bytes could control a terminal, or
    /// if its width differs between terminals.
    func bytes(of scalar: Unicode.Scalar) -> [UInt8]? {
        if scalar.isASCII { return [UInt8(scalar.value)] }
        switch self {
        case .utf8: return Array(String(scalar).utf8)
        case .ascii: return nil
        case .other(let number):
            var buffer = [UInt8](repeating: 0, count: Int(CONFAB_CHARSET_BYTES))
            let count = Int(confab_charset_encode(number, scalar.value, &buffer))
            let bytes = buffer[..<count]
            // 80 to 9F are control characters on many terminals without UTF-8.
            guard count > 0, bytes.allSatisfy({ (0x20..<0x7F).contains($0) || $0 >= 0xA0 }) else { return nil }
            // In East Asian charsets, some terminals draw any two-byte character in two columns.
            return count == 1 || TextWidth.columns(scalar) == 2 ? Array(bytes) : nil
        }
    }
}

/// Text outside of a screen.
extension TerminalCharset {
    /// The charset of the user's locale. The first use adopts the locale for the whole process.
    package static var ofLocale: TerminalCharset { TextLocale.charset }

    /// Measures text for the charset of the locale from now on.
    package static func measureByLocale() { TextLocale.output = TextLocale.charset }

    /// Encodes text as the screen does: letters that the charset lacks are spelled in ASCII. ASCII, and thus
    /// each line break, stays as it is.
    package func encode(_ text: String) -> [UInt8] {
        if self == .utf8 { return Array(text.utf8) }
        var encoded: [UInt8] = []
        for character in text {
            if character.utf8.allSatisfy({ $0 < 0x80 }) {
                encoded += Array(character.utf8)
                continue
            }
            for cell in TextWidth.cells(of: character).flatMap({ $0.cells(in: self) }) {
                for scalar in cell.text.unicodeScalars { encoded += bytes(of: scalar) ?? [0x3F] }
            }
        }
        return encoded
    }

    /// Decodes bytes. Bytes that are no character become U+FFFD. ASCII counts as UTF-8, as for keys.
    package func decode(_ bytes: some Sequence<UInt8>) -> String {
        var decoder = InputDecoder(self)
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(contentsOf: decoder.feed(byte)) }
        if decoder.cut() { scalars.append("\u{FFFD}") }
        return String(scalars)
    }

    /// Decodes bytes as ``decode(_:)`` does; `nil` if some are no character.
    package func decode(validating bytes: some Sequence<UInt8>) -> String? {
        guard case .other = self else { return String(validating: bytes, as: UTF8.self) }
        let text = decode(bytes)
        return text.unicodeScalars.contains { $0 == "\u{FFFD}" } ? nil : text
    }

    /// Whether the charset has all letters of a text.
    package func has(_ text: String) -> Bool { decode(encode(text)) == text }
}

/// The environment variable that determines the charset (POSIX, "Environment Variables").
package struct LocaleVariable: Hashable, Sendable {
    package let name: String
    package let value: String

    /// - Parameter environment: returns the value of a variable that is not empty.
    /// - Returns: `nil` if none is set.
    package init?(environment: (String) -> String?) {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = environment(name), !value.isEmpty {
                self.name = name
                self.value = value
                return
            }
        }
        return nil
    }

    /// The charset in the name, as in `de_DE.ISO-8859-1` and `de_DE@euro`. The name may also be a
    /// charset alone, as in `UTF-8`.
    var codeset: String {
        let parts = value.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        if let dot = parts[0].firstIndex(of: ".") { return String(parts[0][parts[0].index(after: dot)...]) }
        if parts.count > 1, parts[1] == "euro" { return "ISO-8859-15" }
        return ["utf-8", "utf8"].contains(parts[0].lowercased()) ? String(parts[0]) : ""
    }
}
