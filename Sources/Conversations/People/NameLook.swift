import Foundation

/// Normalizes names so that homoglyphs compare as equal: names that are easily confused have the same look.
package enum NameLook {
    package static func of(_ name: String) -> String {
        let plain = name.utf8.allSatisfy { $0 < 0x80 } ? name : name.decomposedStringWithCompatibilityMapping
        var look = ""
        for scalar in plain.lowercased().unicodeScalars where isSeen(scalar) {
            look.unicodeScalars.append(twins[scalar] ?? scalar)
        }
        return look
    }

    /// Returns the look of a person's shown name: the first name with a visible character, else the localpart of the
    /// Matrix ID.
    package static func of(contactName: String?, displayName: String?, userID: String) -> String {
        of(VisibleName.first(contactName, displayName) ?? VisibleName.localpart(of: userID))
    }

    /// Whether a character is visible without others.
    static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value > 0x20 && scalar.value != 0x7F }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            return false
        // The blank pattern of Braille, and fillers of Hangul.
        default: return scalar.value != 0x2800 && !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Homoglyphs: letters of other scripts, digits and symbols that resemble Latin letters or symbols of Matrix IDs
    /// in lowercase.
    private static let twins: [Unicode.Scalar: Unicode.Scalar] = {
        // Pairs of a character and the one that it resembles: Cyrillic, Greek, others.
        let letters =
            "аaвbеeкkмmнhоoрpсcтtуyхxіlјjѕsԁdԛqԝwһhӏlьbгr" + "αaβbεeηnιlκkνvοoρpτtυuχxγyωw" + "1l|lil!l0o5sıl"
            + "∶:꞉:ː:։:׃:"
        let scalars = Array(letters.unicodeScalars)
        let pairs = stride(from: 0, to: scalars.count - 1, by: 2).map { (scalars[$0], scalars[$0 + 1]) }
        return Dictionary(pairs) { first, _ in first }
    }()
}
