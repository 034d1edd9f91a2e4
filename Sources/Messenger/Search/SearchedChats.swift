import Conversations
import SearchWords

/// Which chats a name means that is typed into a search: those in whose name all of its words begin a word.
struct SearchedChats {
    private let name: String
    private let searched: SearchedName

    init(_ name: String) {
        self.name = name
        searched = SearchedName(name)
    }

    func ids(among chats: some Sequence<Chat>) -> [String] { chats.filter(means).map(\.id) }

    func means(_ chat: Chat) -> Bool {
        [chat.id, chat.canonicalAlias, chat.directUserID].contains(name) || searched.means(Naming.chat(chat))
    }
}

extension SearchedText {
    /// The chats that it names; `nil` where it names none, and means all.
    func namedChatIDs<Chats: Sequence<Chat>>(among chats: @autoclosure () -> Chats) -> Set<String>? {
        // Most searches name none, and each key asks.
        if self.chats.isEmpty { return nil }
        let all = chats()
        return Set(self.chats.flatMap { SearchedChats($0).ids(among: all) })
    }
}
