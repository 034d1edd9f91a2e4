/// Finds web addresses in plain text.
package enum LinkFinder {
    package struct Part: Equatable {
        package let text: String
        package let address: WebAddress?
    }

    /// Splits the text into parts, in order and without loss.
    package static func parts(of text: String) -> [Part] {
        guard mayHoldLink(text) else { return [Part(text: text, address: nil)] }
        let scalars = Array(text.unicodeScalars)
        var parts: [Part] = []
        var start = 0
        var place = 0
        while place < scalars.count {
            guard begins(at: place, in: scalars) else {
                place += 1
                continue
            }
            let end = end(of: place, in: scalars)
            let candidate = string(scalars[place..<end])
            if let address = WebAddress(candidate) {
                if start < place { parts.append(Part(text: string(scalars[start..<place]), address: nil)) }
                parts.append(Part(text: candidate, address: address))
                start = end
            }
            place = max(end, place + 1)
        }
        if start < scalars.count { parts.append(Part(text: string(scalars[start...]), address: nil)) }
        return parts
    }

    private static func mayHoldLink(_ text: String) -> Bool {
        var before: (UInt8, UInt8) = (0, 0)
        for byte in text.utf8 {
            if byte == UInt8(ascii: "/"), before == (UInt8(ascii: ":"), byte) { return true }
            before = (before.1, byte)
        }
        return false
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private static func begins(at place: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard scalars[place] == "h" || scalars[place] == "H" else { return false }
        if place > 0, scalars[place - 1].properties.isAlphabetic || ("0"..."9").contains(scalars[place - 1]) {
            return false
        }
        let word = string(scalars[place..<min(place + 8, scalars.count)]).lowercased()
        return word.hasPrefix("http://") || word == "https://"
    }

    /// Returns the end of a link. Punctuation at its end, and a bracket that the link doesn't open, belong to the
    /// sentence.
    private static func end(of start: Int, in scalars: [Unicode.Scalar]) -> Int {
        var end = start
        var open = 0
        while end < scalars.count, !stops(scalars[end]) {
            if scalars[end] == "(" { open += 1 }
            if scalars[end] == ")" { open -= 1 }
            end += 1
        }
        while end > start {
            let last = scalars[end - 1]
            if last == ")" {
                guard open < 0 else { break }
                open += 1
            } else if !closing.contains(last) {
                break
            }
            end -= 1
        }
        return end
    }

    private static let closing = Set(".,;:!?'*_~]}".unicodeScalars)
    private static let stopping = Set("<>\"`“”«»„、。，！？；：「」『』（）【】\u{2424}".unicodeScalars)

    private static func stops(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value == 0x7F || scalar.properties.isWhitespace || stopping.contains(scalar)
            || scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
    }
}
