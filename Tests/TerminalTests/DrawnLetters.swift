import Foundation

@testable import Terminal

/// Texts in scripts whose syllables have several letters, and the letters that must be visible for a text.
enum DrawnLetters {
    static let words = [
        "हिन्दी", "क्षि", "राष्ट्रीय", "उन्होंने", "न्द्री", "क्\u{200D}ष", "र्\u{200D}य", "বাংলা", "ক্ষুদ্র", "স্ত্রী", "ন্ত্রণালয়",
        "မြန်မာ", "ကျွန်ုပ်", "သင်္ဘော", "ශ්\u{200D}රී ලංකාව", "தமிழ்", "క్ష్మి", "ಕ್ಷ್ಮಿ", "ക്ഷ്മി", "ગુજરાતી", "ਪੰਜਾਬੀ",
        "ଓଡ଼ିଆ", "བོད་སྐད", "ភាសាខ្មែរ", "ພາສາລາວ", "ภาษาไทย", "\u{1112}\u{1161}\u{11AB}", "\u{1161}\u{11AB}", "한국어",
        "日本語", "🇩🇪", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "e\u{301}\u{323}",
    ]

    /// Returns the letters, digits, symbols and vowels that a reader has to see, in their order, without ornaments.
    static func letters(of text: String) -> [Unicode.Scalar] {
        text.flatMap { character -> [Unicode.Scalar] in
            // The first part of a joined emoji stands for all.
            if EmojiCluster(character) != nil { return Array(character.unicodeScalars.prefix(1)) }
            let isFlag = character.unicodeScalars.first == "\u{1F3F4}"
            return character.unicodeScalars.compactMap { letter(of: $0, isFlag: isFlag) }
        }
    }

    static func named(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }

    private static func letter(of scalar: Unicode.Scalar, isFlag: Bool) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x1F1E6...0x1F1FF: return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
        case 0xE0061...0xE007A where isFlag: return Unicode.Scalar(scalar.value - 0xE0000)
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .privateUse,
            .surrogate:
            return nil
        case .nonspacingMark, .enclosingMark: return properties.isAlphabetic ? scalar : nil
        // A code point that is newer than the C library becomes a replacement character.
        default: return TextWidth.drawable(Character(scalar)) == "\u{FFFD}" ? "\u{FFFD}" : scalar
        }
    }
}

/// The test data of Unicode, from the package `unicode-data`.
enum UnicodeData {
    private static let breaks = "/usr/share/unicode/auxiliary/GraphemeBreakTest.txt"
    private static let emoji = "/usr/share/unicode/emoji/emoji-test.txt"

    static var isInstalled: Bool { [breaks, emoji].allSatisfy { FileManager.default.isReadableFile(atPath: $0) } }

    /// Returns the tests of grapheme boundaries as texts: `÷ 0020 × 0308 ÷`.
    static func graphemeBreakTests() throws -> [String] { try texts(breaks, until: "#") }

    /// Returns the emoji of the emoji keyboard: `1F600 ; fully-qualified`.
    static func emojiTests() throws -> [String] { try texts(emoji, until: ";") }

    private static func texts(_ path: String, until end: Character) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
            let fields = line.prefix { $0 != end && $0 != "#" }.split { " ÷×\t".contains($0) }
            let scalars = fields.compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            guard !scalars.isEmpty else { return nil }
            return String(String.UnicodeScalarView(scalars))
        }
    }
}
