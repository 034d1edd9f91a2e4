import Testing
import ViewModels

@testable import Presentation

@Suite(.timeLimit(.minutes(5))) struct ChatMentionsTests {
    @Test(arguments: [
        ("see #garden:x, and (matrix:r/tea:x).", ["#garden:x", "#tea:x"]), ("!a:x? !a:x", ["!a:x"]),
        ("#1 is !important: #tag #:x me@x.org https://matrix.to/#/#web:x", []),
    ])
    func chatAddressesAreFoundInText(text: String, chats: [String]) {
        #expect(ChatMentions(in: text, server: "x").links.map(\.chat.string) == chats)
    }
}
