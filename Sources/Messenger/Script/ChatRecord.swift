package import Conversations
package import MatrixAPI
import ViewModels

/// A chat as programs read it, and as a line for people.
package struct ChatRecord: Hashable, Sendable {
    private let chat: Chat

    package init(_ chat: Chat) {
        self.chat = chat
    }

    /// As confab-cli(7) describes it.
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

    /// A line for each: how much is unread, the name, and what else names it for sure.
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

    /// In characters: one long name is no reason to push all else out of sight.
    private static let widest = 40

    /// What names the chat and no other, as a person types it, with how the account stands to it where it isn't in it.
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
