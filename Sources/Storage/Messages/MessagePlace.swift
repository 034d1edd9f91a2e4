/// Where a message lies in the table `messages`: its number there is made of its chat's key and its position in the chat.
///
/// So the table's own tree has each chat's messages together and in their order. A window is a few neighbouring pages, found by
/// no other index, and a message that arrives goes beside the one before it. The number stays the same for as long as the
/// message is here, so that an index of words can point at it, and be asked for one chat by a range of numbers.
///
/// `WITHOUT ROWID` would lay the rows out in the same order, but such a tree keeps whole rows in its inner pages too, of which
/// each would name about six others where now it names hundreds; and it has no number for an index of words.
enum MessagePlace {
    /// How many bits of a number are the position; the key is above them.
    static let positionBits: Int64 = 43
    /// The number of a chat's position 0, counted from the chat's first.
    private static let middle: Int64 = 1 << (positionBits - 1)

    /// The positions that a message or a gap may have.
    static let positions = (1 - middle)...(middle - 2)

    /// - Throws: ``StorageError`` where the position is none of ``positions``.
    static func number(at position: Int64, chatKey: Int64) throws(StorageError) -> Int64 {
        guard positions.contains(position) else { throw .other("SQLite has no place for \(position)") }
        return chatKey << positionBits + middle + position
    }

    /// A position to compare with, which may be before or after all that there can be.
    static func bound(_ position: Int64) -> Int64 {
        min(max(position, positions.lowerBound - 1), positions.upperBound + 1)
    }

    // MARK: In SQL

    /// The key of a chat; no row where it has no messages.
    ///
    /// - Parameter chat: its identifier, as SQL; as with the others.
    static func key(of chat: String) -> String {
        """
        (SELECT key FROM chat_keys WHERE chat_id = \(chat))
        """
    }

    /// The number of a message at position 0.
    static func origin(of chat: String) -> String {
        """
        (SELECT (key << \(positionBits)) + \(middle) FROM chat_keys WHERE chat_id = \(chat))
        """
    }

    /// The number of a message.
    ///
    /// - Parameter key: of its chat, as SQL.
    static func number(at position: String, key: String) -> String {
        "(\(key) << \(positionBits)) + \(middle) + \(position)"
    }

    static func isIn(_ chat: String) -> String { "\(isFromFirst(of: chat)) AND \(isToLast(of: chat))" }

    /// - Parameter position: one of ``bound(_:)``, as SQL.
    static func isBefore(_ position: String, in chat: String) -> String {
        """
        \(isFromFirst(of: chat)) AND messages.id < \(origin(of: chat)) + \(position)
        """
    }

    static func isAtOrBefore(_ position: String, in chat: String) -> String {
        """
        \(isFromFirst(of: chat)) AND messages.id <= \(origin(of: chat)) + \(position)
        """
    }

    static func isAfter(_ position: String, in chat: String) -> String {
        "messages.id > \(origin(of: chat)) + \(position) AND \(isToLast(of: chat))"
    }

    static func isAtOrAfter(_ position: String, in chat: String) -> String {
        "messages.id >= \(origin(of: chat)) + \(position) AND \(isToLast(of: chat))"
    }

    private static func isFromFirst(of chat: String) -> String {
        "messages.id >= (SELECT key << \(positionBits) FROM chat_keys WHERE chat_id = \(chat))"
    }

    private static func isToLast(of chat: String) -> String {
        "messages.id < (SELECT (key + 1) << \(positionBits) FROM chat_keys WHERE chat_id = \(chat))"
    }
}
