import Foundation

/// Takes texts apart as a search does, those that are searched and what is typed alike.
///
/// Case and diacritics make no difference, nor do compatibility forms (`ﬁ`, `Ａ`) and the vowel marks of Arabic and Hebrew. Scripts
/// without spaces, and symbols as emoji are, have a token for each character: what is typed in them is found as a phrase,
/// from one character on, where an index of three in a row finds no word of two.
package enum SearchTokenizer {
    /// The tokens in their order, with their places.
    package static func tokens(of text: String) -> [SearchToken] {
        var parts = SearchTokenParts()
        for (place, character) in text.enumerated() {
            // Each row of what was found is taken apart between two keys, and most characters are of these.
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

    /// The same tokens with a space between two, as an index keeps them.
    package static func folded(_ text: String) -> String {
        if let folded = foldedLetters(text) { return folded }
        var parts = SearchTokenParts()
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars { parts.add(scalar, at: 0) }
        parts.endToken()
        return parts.tokens.map(\.text).joined(separator: " ")
    }

    /// The same for what has no character beyond ASCII, which most lines of many people are; `nil` for others.
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
