import Conversations

/// Which chats a name means that is typed into a search: those in whose name all of its words begin a word.
struct SearchedChats {
    private let name: String
    private let words: [SearchTerm]

    init(_ name: String) {
        self.name = name
        words = name.split(whereSeparator: \.isWhitespace).compactMap { SearchTerm(String($0), isPrefix: true) }
    }

    func ids(among chats: some Sequence<Chat>) -> [String] { chats.filter(means).map(\.id) }

    func means(_ chat: Chat) -> Bool {
        if [chat.id, chat.canonicalAlias, chat.directUserID].contains(name) { return true }
        guard !words.isEmpty else { return false }
        let tokens = SearchTokenizer.tokens(of: Naming.chat(chat))
        return words.allSatisfy { !$0.ranges(in: tokens).isEmpty }
    }
}
