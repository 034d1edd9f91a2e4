import Foundation

/// Splits texts into tokens, both the searched texts and the typed query.
///
/// Case, diacritics, compatibility forms (`ﬁ`, `Ａ`) and the vowel marks of Arabic and Hebrew are ignored. In scripts
/// without spaces, and for symbols such as emoji, each character is a token. A query in such a script is found as a
/// phrase, even if it is one character. A trigram index would not find a word of two characters.
package enum SearchTokenizer {
    /// Returns the tokens in order, with their positions.
    package static func tokens(of text: String) -> [SearchToken] {
        var parts = SearchTokenParts()
        for (place, character) in text.enumerated() {
            // Every result row is tokenized between two keystrokes, and most characters are ASCII.
            if let byte = character.asciiValue {
                parts.add(byte, at: place)
                continue
            }
            for scalar in String(character).decomposedStringWithCompatibilityMapping.unicodeScalars {
                parts.add(scalar, at: place)
            }
        }
        parts.endToken()
        return parts.tokens
    }

    /// Returns the tokens of a text separated by spaces, as an index stores them.
    package static func folded(_ text: String) -> String {
        if let folded = foldedLetters(text) { return folded }
        var parts = SearchTokenParts()
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars { parts.add(scalar, at: 0) }
        parts.endToken()
        return parts.tokens.map(\.text).joined(separator: " ")
    }

    /// Returns the tokens separated by spaces if the text is ASCII, which is the common case; otherwise `nil`.
    private static func foldedLetters(_ text: String) -> String? {
        var isPlain = true
        let folded = String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
            var count = 0
            var isBetween = false
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"):
                    if isBetween, count > 0 {
                        buffer[count] = UInt8(ascii: " ")
                        count += 1
                    }
                    isBetween = false
                    let isCapital = byte < UInt8(ascii: "a") && byte >= UInt8(ascii: "A")
                    buffer[count] = isCapital ? byte | 0x20 : byte
                    count += 1
                case 0x80...:
                    isPlain = false
                    return 0
                default: isBetween = true
                }
            }
            return count
        }
        return isPlain ? folded : nil
    }
}

/// Builds tokens from decomposed scalars.
struct SearchTokenParts {
    private(set) var tokens: [SearchToken] = []
    private var text = ""
    private var start = 0
    private var end = 0
    /// Whether the current token accepts only marks.
    private var isAlone = false

    mutating func add(_ scalar: Unicode.Scalar, at place: Int) {
        switch SearchScalarClass(scalar) {
        case .ignored: break
        case .separator: endToken()
        case .mark where text.isEmpty: break
        case .mark: append(String(scalar), at: place)
        case .word(let folded):
            if isAlone { endToken() }
            append(folded, at: place)
        case .alone:
            endToken()
            append(String(scalar), at: place)
            isAlone = true
        }
    }

    /// Adds an ASCII character.
    mutating func add(_ byte: UInt8, at place: Int) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            if isAlone { endToken() }
            let isCapital = byte < UInt8(ascii: "a") && byte >= UInt8(ascii: "A")
            if text.isEmpty { start = place }
            end = place + 1
            text.unicodeScalars.append(Unicode.Scalar(isCapital ? byte | 0x20 : byte))
        default: endToken()
        }
    }

    mutating func endToken() {
        if !text.isEmpty { tokens.append(SearchToken(text: text, range: start..<end)) }
        text = ""
        isAlone = false
    }

    private mutating func append(_ folded: String, at place: Int) {
        if text.isEmpty { start = place }
        end = place + 1
        text += folded
    }
}
