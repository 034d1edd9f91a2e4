import Foundation

/// The languages of the spell check.
enum SpellingLanguages {
    /// - Parameter setting: `auto` for the language of the locale, `off`, or languages separated by commas, as in
    ///   `en_US,de_DE`.
    /// - Returns: `nil` if the check is off.
    static func chosen(by setting: String, environment: (String) -> String?) -> [String]? {
        switch setting {
        case "off": return nil
        case "auto":
            let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment)
            // A charset alone, as ssh passes it on from macOS, names no language.
            guard let locale = names.first(where: { !$0.isEmpty && $0.uppercased() != "UTF-8" }) else { return [] }
            let tag = String(locale.prefix { $0 != "." && $0 != "@" })
            return tag == "C" || tag == "POSIX" ? [] : [tag]
        default:
            return setting.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
    }

    /// Returns whether a language uses the script of a word. A word in another script is no mistake in that language.
    static func writes(_ word: String, in language: String) -> Bool {
        guard let letter = word.unicodeScalars.first(where: \.properties.isAlphabetic) else { return false }
        let ranges: [ClosedRange<UInt32>]
        switch language.prefix(while: { $0 != "_" && $0 != "-" }) {
        case "be", "bg", "kk", "ky", "mk", "mn", "ru", "sr", "tg", "uk": ranges = [0x400...0x52F]
        case "el": ranges = [0x370...0x3FF, 0x1F00...0x1FFF]
        case "he", "yi": ranges = [0x590...0x5FF]
        case "ar", "fa", "ug", "ur": ranges = [0x600...0x77F]
        case "hy": ranges = [0x530...0x58F]
        case "ka": ranges = [0x10A0...0x10FF]
        case "hi", "mr", "ne": ranges = [0x900...0x97F]
        case "bn": ranges = [0x980...0x9FF]
        case "gu": ranges = [0xA80...0xAFF]
        case "ta": ranges = [0xB80...0xBFF]
        case "te": ranges = [0xC00...0xC7F]
        case "ko": ranges = [0xAC00...0xD7A3]
        default: ranges = [0x41...0x24F, 0x1E00...0x1EFF]
        }
        return ranges.contains { $0.contains(letter.value) }
    }
}
