import Conversations
import Testing

@testable import Presentation

@Suite(.timeLimit(.minutes(5))) struct ChatLookupTests {
    private func chat(_ id: String, _ name: String?, _ edit: (inout Chat) -> Void = { _ in }) -> Chat {
        var chat = Chat(id: id, membership: .joined)
        chat.givenName = name
        edit(&chat)
        return chat
    }

    private func found(_ text: String, among chats: [Chat]) -> [String] {
        switch ChatLookup(chats, ownUserID: "@ana:example.org").find(text) {
        case .one(let chat): [chat.id]
        case .several(let chats): chats.map(\.id)
        case .nothing: []
        }
    }

    @Test func chatIsFoundByNameIDAliasOrPerson() {
        let garden = chat("!garden", "Garden") { $0.canonicalAlias = "#garden:example.org" }
        let bo = chat("!bo", nil) {
            $0.directUserID = "@bo:example.org"
            $0.heroes = [ChatPerson(userID: "@bo:example.org", displayName: "Bo")]
        }
        let words = ["Garden", " garden ", "!garden", "#garden:example.org", "#garden"]
        for text in words { #expect(found(text, among: [bo, garden]) == ["!garden"], "\(text)") }
        for text in ["Bo", "@bo:example.org", "https://matrix.to/#/@bo:example.org"] {
            #expect(found(text, among: [garden, bo]) == ["!bo"], "\(text)")
        }
        for text in ["", "gard", "#garden:example.com", "@kim:example.org"] {
            #expect(found(text, among: [garden, bo]).isEmpty, "\(text)")
        }
    }

    @Test func caseMattersOnlyBetweenEqualNames() {
        let chats = [chat("!a", "garden"), chat("!b", "Garden")]
        #expect(found("Garden", among: chats) == ["!b"])
        #expect(found("GARDEN", among: chats) == ["!a", "!b"])
    }

    @Test func ambiguousNameReturnsAllMatches() {
        let chats = [chat("!a", "Garden"), chat("!b", "Garden"), chat("!c", "Kitchen")]
        #expect(found("Garden", among: chats) == ["!a", "!b"])
    }

    /// The sender of an invitation can name the chat at will.
    @Test func joinedChatTakesPrecedenceOverInvitation() {
        let invited = chat("!evil", "Garden") { $0.membership = .invited }
        let left = chat("!left", "Garden") { $0.membership = .left }
        let replaced = chat("!old", "Garden") { $0.replacement = ChatReplacement(chatID: "!a", server: "example.org") }
        #expect(found("Garden", among: [invited, left, replaced, chat("!a", "Garden")]) == ["!a"])
        #expect(found("Garden", among: [invited]) == ["!evil"])
        #expect(found("Garden", among: [invited, left]) == ["!evil", "!left"])
    }

    @Test func spaceIsNotFoundAsChat() {
        #expect(found("Garden", among: [chat("!a", "Garden") { $0.isSpace = true }]).isEmpty)
    }
}
