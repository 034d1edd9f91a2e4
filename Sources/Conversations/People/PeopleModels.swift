/// A person whose identity changed since it was last seen, or was removed.
package struct ChangedIdentity: Hashable, Sendable {
    package let userID: String
    /// The current master key in Base64; `nil` if there is none.
    package let masterKey: String?
    /// Whether the previous identity was verified.
    package let wasVerified: Bool

    package init(userID: String, masterKey: String?, wasVerified: Bool) {
        self.userID = userID
        self.masterKey = masterKey
        self.wasVerified = wasVerified
    }
}

/// Checks names that people give themselves and their chats, before they are shown.
package enum VisibleName {
    /// Returns the first of the names with a visible character. Spaces and invisible characters alone don't count as
    /// a name.
    package static func first(_ names: String?...) -> String? {
        names.lazy.compactMap { $0 }.first { !isBlank($0) }
    }

    package static func isBlank(_ name: String) -> Bool {
        !name.unicodeScalars.contains(where: ConfusableSkeleton.isSeen)
    }

    /// Whether a part of the name can be mistaken for a Matrix ID, as in `@bo:example.org`.
    package static func resemblesID(_ name: String) -> Bool {
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) || name.utf8.contains(UInt8(ascii: "@")) else { return false }
        return name.split(whereSeparator: \.isWhitespace).contains { word in
            let look = ConfusableSkeleton.of(String(word))
            guard let at = look.firstIndex(of: "@") else { return false }
            let rest = look[look.index(after: at)...]
            guard let colon = rest.firstIndex(of: ":") else { return false }
            return colon > rest.startIndex && rest.index(after: colon) < rest.endIndex
        }
    }

    /// Returns the localpart of a Matrix ID, without the `@`. Returns the whole text if it is not a Matrix ID or the
    /// localpart has no visible character.
    package static func localpart(of userID: String) -> String {
        guard userID.hasPrefix("@"), let colon = userID.firstIndex(of: ":") else { return userID }
        let localpart = String(userID[userID.index(after: userID.startIndex)..<colon])
        return isBlank(localpart) ? userID : localpart
    }
}
