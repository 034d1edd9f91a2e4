/// The row IDs of the table `messages`. An ID is made of the key of the chat and the position in the chat.
///
/// So the table's own tree has the messages of each chat together and in order. A window is a few adjacent pages, read
/// without another index, and a new message is stored beside the previous one. A full-text index can refer to the ID,
/// and be queried for one chat by a range of IDs. Only ``MissedHistoryMerge`` changes the IDs of stored messages.
///
/// `WITHOUT ROWID` would order the rows alike, but its inner pages contain whole rows. Each would refer to about six
/// pages, where now it refers to hundreds. It also has no ID for a full-text index.
enum MessageRowID {
    /// The number of bits for the position; the key is above them.
    static let positionBits: Int64 = 43
    /// The offset of a chat's position 0 from the first ID of the chat.
    private static let middle: Int64 = 1 << (positionBits - 1)

    /// The valid positions of messages and gaps.
    static let positions = (1 - middle)...(middle - 2)

    /// - Throws: ``StorageError`` if the position is not in ``positions``.
    static func number(at position: Int64, chatKey: Int64) throws(StorageError) -> Int64 {
        guard positions.contains(position) else { throw .other("SQLite has no place for \(position)") }
        return chatKey << positionBits + middle + position
    }

    /// Returns a position for comparisons, limited to the valid ones and their neighbors.
    static func bound(_ position: Int64) -> Int64 {
        min(max(position, positions.lowerBound - 1), positions.upperBound + 1)
    }

    // MARK: In SQL

    /// The key of a chat; `NULL` if it has no messages.
    ///
    /// - Parameter chat: the chat's identifier as SQL, here and in the following functions.
    static func key(of chat: String) -> String {
        """
        (SELECT key FROM chat_keys WHERE chat_id = \(chat))
        """
    }

    /// The ID of a message at position 0.
    static func origin(of chat: String) -> String {
        """
        (SELECT (key << \(positionBits)) + \(middle) FROM chat_keys WHERE chat_id = \(chat))
        """
    }

    /// The ID of a message.
    ///
    /// - Parameter key: the key of its chat, as SQL.
    static func number(at position: String, key: String) -> String {
        "(\(key) << \(positionBits)) + \(middle) + \(position)"
    }

    static func isIn(_ chat: String) -> String { "\(isFromFirst(of: chat)) AND \(isToLast(of: chat))" }

    /// - Parameter position: a result of ``bound(_:)``, as SQL.
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
