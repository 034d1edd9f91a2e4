import Conversations
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct NamedTextTests {
    private let members = [
        ChatMember(userID: Story.ana, displayName: "Ana María", membership: "join"),
        ChatMember(userID: Story.bo, displayName: "Bo <3", membership: "join"),
        ChatMember(userID: "@kim/1:x", displayName: nil, membership: "join"),
        ChatMember(userID: "@a:x", displayName: "Lu", membership: "join"),
        ChatMember(userID: "@b:x", displayName: "Lu", membership: "join"),
    ]
    private let bo = "<a href=\"https://matrix.to/#/@bo:x\">Bo &lt;3</a>"

    private func named(_ text: String) -> NamedText { NamedText(text, members: members, ownUserID: Story.ana) }

    @Test(
        arguments: [
            ("ask @bo:x now", "ask @Bo <3 now"), ("@Bo <3: tea", "@Bo <3: tea"), ("@a:x, @b:x", "@a, @b"),
            ("@ana:x", "@ana:x"), ("no one", "no one"),
        ])
    func typedIDBecomesDisplayName(text: String, body: String) {
        #expect(named(text).body == body)
        // An edit of the line keeps its mentions.
        #expect(named(body).userIDs == named(text).userIDs)
    }

    @Test func mentionBecomesLinkToPerson() {
        #expect(named("ask @bo:x & others\nnow").html == "ask \(bo) &amp; others<br>now")
        #expect(named("**ask** @bo").html == "<strong>ask</strong> <a href=\"https://matrix.to/#/@bo:x\">bo</a>")
        #expect(named("Bo <3: tea").html == "\(bo): tea")
        #expect(named("@kim/1:x").html == "<a href=\"https://matrix.to/#/@kim%2F1:x\">kim/1</a>")
    }

    @Test func mentionInCodeOrAddressIsNotLinked() {
        #expect(named("`@bo` and @bo:x").html == "<code>@bo</code> and \(bo)")
        #expect(
            named("[x](https://x.example/@bo)")
                .html == "<a href=\"https://x.example/@bo\">x</a>")
        #expect(named("@ana @nobody").html == nil)
        #expect(named("\u{F8FE} @bo").html == nil)
    }

    @Test func tooManyMentionsAreNotLinked() {
        let names = String(repeating: "@bo ", count: 51)
        #expect(named(names).html == nil)
        #expect(named(names).userIDs == [Story.bo])
    }
}
