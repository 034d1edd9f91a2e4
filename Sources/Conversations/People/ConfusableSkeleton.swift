import Foundation

/// Normalizes names so that homoglyphs compare as equal: names that are easily confused have the same skeleton.
package enum ConfusableSkeleton {
    package static func of(_ name: String) -> String {
        let plain = name.utf8.allSatisfy { $0 < 0x80 } ? name : name.decomposedStringWithCompatibilityMapping
        var look = ""
        for scalar in plain.lowercased().unicodeScalars where isSeen(scalar) {
            look.unicodeScalars.append(twins[scalar] ?? scalar)
        }
        return look
    }

    /// Returns the skeleton of a person's shown name. The shown name is the first name with a visible character,
    /// otherwise the localpart of the Matrix ID.
    package static func of(contactName: String?, displayName: String?, userID: String) -> String {
        of(VisibleName.first(contactName, displayName) ?? VisibleName.localpart(of: userID))
    }

    /// Whether a character is visible on its own.
    static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value > 0x20 && scalar.value != 0x7F }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            return false
        // U+2800 is the blank pattern of Braille. The fillers of Hangul are default-ignorable code points.
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

/// The people by the skeleton of their names, to find names that look like somebody else's (``ConfusableSkeleton``).
package struct ConfusableNameIndex {
    private var owners: [String: Set<String>] = [:]

    package init() {}

    /// - Parameter names: names by Matrix ID.
    package init(_ names: [String: String]) {
        for (userID, name) in names { add(ConfusableSkeleton.of(name), userID) }
    }

    /// Adds a name of a person.
    ///
    /// - Parameter look: the skeleton of the name.
    package mutating func add(_ look: String, _ userID: String) { owners[look, default: []].insert(userID) }

    /// Returns whether the person's name looks like one of somebody else.
    package func share(_ person: ChatPerson) -> Bool {
        guard !owners.isEmpty else { return false }
        return owners[person.confusableSkeleton]?.contains { $0 != person.userID } == true
    }

    /// Returns the person with ``ChatPerson/isNameShared`` set if their name looks like one of somebody else.
    package func marked(_ person: ChatPerson) -> ChatPerson {
        guard !person.isNameShared, share(person) else { return person }
        var person = person
        person.isNameShared = true
        return person
    }
}

extension ChatPerson {
    /// The skeleton of the shown name.
    package var confusableSkeleton: String {
        ConfusableSkeleton.of(contactName: contactName, displayName: displayName, userID: userID)
    }
}

extension Chat {
    /// Marks the people in the chat whose name looks like one of somebody else.
    package mutating func markNames(of owners: ConfusableNameIndex) {
        heroes = heroes.map(owners.marked)
        lastSender = lastSender.map(owners.marked)
        inviter = inviter.map(owners.marked)
    }
}
