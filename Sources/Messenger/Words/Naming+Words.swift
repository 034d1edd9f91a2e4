package import Conversations
import Engine
import ViewModels

extension Naming {
    /// Returns the name of a chat. A name of its own that looks like a Matrix ID is quoted. Otherwise the chat could be
    /// mistaken for a direct chat with that person.
    package static func chat(_ chat: Chat) -> String {
        if chat.isImported {
            return .words("naming.imported", ["name": VisibleName.first(chat.givenName) ?? chat.originalID])
        }
        if let name = VisibleName.first(chat.givenName, chat.canonicalAlias) {
            return VisibleName.resemblesID(name) ? .words("naming.titled", ["name": name]) : name
        }
        if var namesake = namesake(of: chat) {
            namesake.isNameShared = namesake.isNameShared || chat.isNameShared
            return person(namesake)
        }
        let heroes = chat.heroes.map(person)
        if heroes.isEmpty { return .words("naming.empty-chat") }
        let others = chat.joinedCount + chat.invitedCount - 1 - heroes.count
        if chat.joinedCount + chat.invitedCount > 0, chat.joinedCount + chat.invitedCount <= 1 {
            return .words("naming.empty-chat-was", ["list": list(heroes)])
        }
        return others > 0
            ? .words("naming.and-more", ["names": heroes.joined(separator: ", ")], count: others) : list(heroes)
    }

    /// Joins names, as in `Bo`, `Bo and Kim`, `Bo, Kim and Ana`.
    package static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return .words("list.last", ["names": names.dropLast().joined(separator: ", "), "last": last])
    }
}
