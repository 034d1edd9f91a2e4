extension Chat {
    /// Whether it is what a file told of a chat, kept on this device alone: no server knows it, and none is asked about it.
    package var isImported: Bool { Self.isImported(id) }

    package static func isImported(_ id: String) -> Bool { id.hasPrefix(importedPrefix) }

    /// What identifies here what a file tells of a chat: no room has such an identifier (appendices, "Room IDs").
    ///
    /// - Parameter chatID: as the file has it.
    package static func importedID(of chatID: String) -> String { importedPrefix + chatID }

    /// The identifier of the chat in which it was said.
    package var originalID: String { isImported ? String(id.dropFirst(Self.importedPrefix.count)) : id }

    /// What all of these identifiers begin with.
    package static let importedPrefix = "imported:"
}
