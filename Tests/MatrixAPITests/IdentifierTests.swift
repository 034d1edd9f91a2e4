import MatrixAPI
import Testing

@Suite(.timeLimit(.minutes(5))) struct IdentifierTests {
    @Test(arguments: [
        "example.org", "EXAMPLE.org", "localhost", "a-b.c", "1.2.3.4", "1.2.3.4:8448", "example.org:1", "[::1]",
        "[::1]:8008",
        "[1234:5678::abcd]:5678",
    ])
    func validServerNamesAreAccepted(name: String) {
        #expect(ServerName.isValid(name))
    }

    @Test(arguments: [
        "", ":", ":80", "example.org:", "example.org:a", "example.org:123456", "exa mple", "exämple.org", "a_b", "a/b",
        "[", "[]",
        "[::1", "[::1]80", "[::g]", "a:1:2", "example.org:٣", "a\u{0}", String(repeating: "a", count: 231),
    ])
    func invalidServerNamesAreRefused(name: String) {
        #expect(!ServerName.isValid(name))
    }

    @Test(arguments: [
        ("@ana:example.org", "ana", "example.org"), ("@a.b_c=d-e/f+g:h:80", "a.b_c=d-e/f+g", "h:80"),
        ("@Ana!:h", "Ana!", "h"), ("@é:h", "é", "h"),
        ("@ana:[::1]:80", "ana", "[::1]:80"),
    ])
    func userIDIsSplitIntoItsParts(text: String, localpart: String, server: String) throws {
        let user = try #require(UserID(text))
        #expect(user.localpart == localpart)
        #expect(user.server == server)
        #expect(user.description == text)
    }

    @Test(arguments: [
        "", "@", "ana:example.org", "@ana", "@:example.org", "@ana:", "@a b:h", "@a\u{7F}:h", "@a\n:h", "@ana:ex ample",
        "#ana:h",
        "@" + String(repeating: "a", count: 253) + ":h",
    ])
    func invalidUserIDsAreRefused(text: String) {
        #expect(UserID(text) == nil)
    }

    @Test func newAccountsAllowOnlyPlainLocalparts() {
        #expect(UserID.isAllowedForNewAccount(localpart: "ana._=-/+0"))
        for localpart in ["", "Ana", "a b", "é", "a:b", "@a", "a\u{301}"] {
            #expect(!UserID.isAllowedForNewAccount(localpart: localpart))
        }
    }
}
