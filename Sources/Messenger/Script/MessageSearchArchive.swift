package import Conversations
package import Foundation
package import Storage

/// Looks for messages among all that this device has, as the search on the screen does.
package struct MessageSearchArchive: Sendable {
    private let text: SearchedText

    /// - Parameters:
    ///   - words: as they are typed into a search, the last of them whole.
    ///   - today: for `today` and `yesterday`.
    package init(_ words: String, today: Date) {
        text = SearchedText(words + " ", today: today)
    }

    /// Whether nothing is looked for.
    package var isEmpty: Bool { text.isEmpty }

    /// What follows a filter and means nothing to it.
    package var unknown: String? { text.unknown.first }

    /// What was found, the newest first.
    ///
    /// - Parameters:
    ///   - chats: all of the account's.
    ///   - chatID: the one in which alone it is looked for; `nil` for all.
    package func found(
        in database: ProfileDatabase, among chats: [Chat], chatID: String?, ownUserID: String, limit: Int
    ) async throws(StorageError) -> [FoundMessage] {
        let query = try await text.query(
            chatID: chatID, namedChatIDs: text.namedChatIDs(among: chats), database.search)
        var names: [String: String] = [:]
        for chat in chats { names[chat.id] = Naming.chat(chat) }
        var records: [String: MessageRecords] = [:]
        var found: [FoundMessage] = []
        for hit in try await database.search.look(query, limit: limit) {
            if records[hit.chatID] == nil {
                let members = try database.chats.members(chatID: hit.chatID)
                records[hit.chatID] = MessageRecords(chatID: hit.chatID, members: members, ownUserID: ownUserID)
            }
            guard let record = records[hit.chatID]?.record(hit.message) else { continue }
            found.append(FoundMessage(chatName: names[hit.chatID] ?? hit.chatID, record: record))
        }
        return found
    }
}
