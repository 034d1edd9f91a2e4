import Conversations
import Messenger

/// A reference to a chat, as it was given to a command.
struct ChatChoice {
    private let named: String
    private let ownUserID: String

    init(_ named: String, of ownUserID: String) {
        self.named = named
        self.ownUserID = ownUserID
    }

    func choose(among chats: [Chat]) throws(ProgramError) -> Chat {
        switch ChatLookup(chats, ownUserID: ownUserID).find(named) {
        case .one(let chat): return chat
        case .several(let chats): throw .chat(.ambiguous(named, ids: chats.map(\.id)))
        case .nothing: throw .chat(.unknown(named))
        }
    }
}
