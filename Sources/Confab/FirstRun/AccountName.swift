import Foundation

/// The account's identifier made from a person's name.
enum AccountName {
    /// As in `ana.maria` for `Ana María`; `nil` where nothing of the name can stand in an identifier.
    static func localpart(from name: String) -> String? {
        let latin = name.applyingTransform(.toLatin, reverse: false) ?? name
        let plain = latin.decomposedStringWithCanonicalMapping.lowercased()
        var result = ""
        for scalar in plain.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9", "-", "_", "=": result.unicodeScalars.append(scalar)
            case ".", " ", "\u{A0}", "\t": if !result.isEmpty, result.last != "." { result.append(".") }
            case "ß": result += "ss"
            case "æ": result += "ae"
            case "ø": result += "o"
            case "ł": result += "l"
            case "đ", "ð": result += "d"
            case "þ": result += "th"
            default: continue
            }
        }
        while result.last == "." { result.removeLast() }
        return result.isEmpty ? nil : String(result.prefix(100))
    }
}
