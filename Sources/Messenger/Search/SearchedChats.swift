package import Conversations
import Engine
import SearchWords

/// Matches a typed name with chats: each of its words has to begin a word of the chat's name.
package struct SearchedChats {
    private let name: String
    private let searched: SearchedName

    package init(_ name: String) {
        self.name = name
        searched = SearchedName(name)
    }

    func ids(among chats: some Sequence<Chat>) -> [String] { chats.filter(means).map(\.id) }

    package func means(_ chat: Chat) -> Bool {
        [chat.id, chat.canonicalAlias, chat.directUserID].contains(name) || searched.means(Naming.chat(chat))
    }
}

extension SearchedText {
    /// Returns the chats that the search names; `nil` if it names none and covers all.
    package func namedChatIDs<Chats: Sequence<Chat>>(among chats: @autoclosure () -> Chats) -> Set<String>? {
        // Most searches name no chat, and this runs at each key press.
        if self.chats.isEmpty { return nil }
        let all = chats()
        return Set(self.chats.flatMap { SearchedChats($0).ids(among: all) })
    }
}
