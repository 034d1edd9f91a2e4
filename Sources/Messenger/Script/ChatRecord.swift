package import Conversations
package import MatrixAPI
import ViewModels

/// A chat as JSON for programs, and as a line of text for people.
package struct ChatRecord: Hashable, Sendable {
    private let chat: Chat

    package init(_ chat: Chat) {
        self.chat = chat
    }

    /// The chat as JSON, as described in confab-cli(7).
    package var json: JSONValue {
        [
            "id": .string(chat.id), "name": .string(Naming.chat(chat)),
            "alias": chat.canonicalAlias.map(JSONValue.string) ?? .null,
            "person": chat.directUserID.map(JSONValue.string) ?? .null,
            "topic": chat.topic.map(JSONValue.string) ?? .null,
            "membership": .string(chat.isImported ? "imported" : chat.membership.rawValue),
            "encrypted": .bool(chat.isEncrypted),
            "pinned": .bool(chat.tags.isPinned), "archived": .bool(chat.tags.isArchived),
            "unread": .integer(Int64(chat.unreadCount)), "mentions": .integer(Int64(chat.highlightCount)),
            "last_activity": .integer(chat.lastActivity),
        ]
    }

    /// Returns a line for each chat, with its unread count, name and unique address.
    package static func table(_ records: [ChatRecord]) -> [String] {
        let names = records.map { ChatLookup.name(of: $0.chat) }
        let width = min(names.map(\.count).max() ?? 0, widest)
        return zip(records, names).map { record, name in
            let unread = record.chat.unreadCount > 0 ? String(record.chat.unreadCount) : ""
            let padding = String(repeating: " ", count: max(0, width - name.count))
            return String(repeating: " ", count: max(0, 4 - unread.count)) + unread + "  " + name + padding + "  "
                + record.address
        }
    }

    /// The maximum width of names in characters, so that one long name doesn't push the addresses off the screen.
    private static let widest = 40

    /// The unique address of the chat as people type it, with the membership unless the user has joined.
    private var address: String {
        let address = DisplayText(sanitizing: chat.directUserID ?? chat.canonicalAlias ?? chat.id).string
        return switch chat.membership {
        case .joined: address
        case .invited: .words("script.invited", ["chat": address])
        case .knocked: .words("script.knocked", ["chat": address])
        case .left where chat.isImported: address
        case .left: .words("script.left", ["chat": address])
        }
    }
}
