package import Conversations
import Engine
package import Foundation
import Messenger
package import Storage

/// Searches all messages on this device, like the search on the screen.
package struct MessageSearchArchive: Sendable {
    private let text: SearchedText

    /// - Parameters:
    ///   - words: the search text as typed. The last word is complete.
    ///   - today: the current day, for `today` and `yesterday`.
    package init(_ words: String, today: Date) {
        text = SearchedText(words + " ", today: today)
    }

    /// Whether the search text is empty.
    package var isEmpty: Bool { text.isEmpty }

    /// The first invalid filter value.
    package var unknown: String? { text.unknown.first }

    /// Returns the found messages, the newest first.
    ///
    /// - Parameters:
    ///   - chats: all chats of the account.
    ///   - chatID: the chat to search; `nil` for all.
    package func found(
        in database: ProfileDatabase, among chats: [Chat], chatID: String?, ownUserID: String, limit: Int
    ) async throws(StorageError) -> [FoundMessage] {
        let query = try await text.query(
            chatID: chatID, namedChatIDs: text.namedChatIDs(among: chats), database.search)
        var names: [String: String] = [:]
        for chat in chats { names[chat.id] = Naming.chat(chat) }
        var records: [String: MessageRecords] = [:]
        var found: [FoundMessage] = []
        for hit in try await database.search.search(query, limit: limit) {
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
