extension Chat {
    /// Whether the chat was imported from a file. It exists on this device only: no server knows it, and no request
    /// about it is sent.
    package var isImported: Bool { Self.isImported(id) }

    package static func isImported(_ id: String) -> Bool { id.hasPrefix(importedPrefix) }

    /// Returns the local identifier of an imported chat. No room has such an identifier (appendices, "Room IDs").
    ///
    /// - Parameter chatID: the identifier in the file.
    package static func importedID(of chatID: String) -> String { importedPrefix + chatID }

    /// The identifier of the original chat: for an imported chat, the identifier in the file.
    package var originalID: String { isImported ? String(id.dropFirst(Self.importedPrefix.count)) : id }

    /// The prefix of all identifiers of imported chats.
    package static let importedPrefix = "imported:"
}
