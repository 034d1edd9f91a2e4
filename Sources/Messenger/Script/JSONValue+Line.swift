package import MatrixAPI

extension JSONValue {
    /// The value as a line of JSON that is safe to print. Control characters for the terminal are escaped, so that no
    /// data is lost.
    package var line: String {
        let text = serializedText
        if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
        var line = ""
        line.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x7F, scalar.steers {
                for unit in UTF16.encode(scalar) ?? .init() { line += Self.escape(unit) }
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible and controls the display of others.
    fileprivate var steers: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
