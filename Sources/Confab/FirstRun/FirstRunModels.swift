import Engine
import Foundation
import ViewModels

/// Derives the account's identifier from the user's name.
enum AccountName {
    /// Returns `ana.maria` for `Ana María`; `nil` if no character of the name is allowed in an identifier.
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

/// An account that is ready to be opened.
struct FirstRunResult {
    let prepared: PreparedProfile
    /// The running server if the account is on the embedded one.
    let home: EmbeddedHomeserver?
}

/// The reason why a name is refused.
enum NameRejectionReason: Reason {
    /// The name has neither a letter from a to z nor a digit.
    case noLetter
    /// The name is the guide's.
    case guide

    var message: String {
        switch self {
        case .noLetter: .words("first-run.name-needs-a-letter")
        case .guide: .words("first-run.guide-is-taken")
        }
    }
}
