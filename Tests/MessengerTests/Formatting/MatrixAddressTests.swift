import MatrixAPI
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct MatrixAddressTests {
    @Test(arguments: [
        "#garden:example.org", " #garden:example.org\n", "#garden",
        "https://matrix.to/#/#garden:example.org", "HTTPS://Matrix.To/#/%23garden%3Aexample.org",
        "matrix:r/garden:example.org", "matrix:r/garden%3Aexample.org?action=join",
    ])
    func aliasIsParsed(text: String) {
        #expect(MatrixAddress(text, server: "example.org") == .room(RoomAddress(name: "#garden:example.org")))
    }

    @Test(arguments: [
        ("!a:example.org", "!a:example.org"), ("!opaque", "!opaque"),
        ("https://matrix.to/#/!a:example.org", "!a:example.org"), ("matrix:roomid/a:example.org", "!a:example.org"),
    ])
    func roomIDIsParsed(text: String, name: String) {
        #expect(MatrixAddress(text, server: "localhost") == .room(RoomAddress(name: name)))
    }

    @Test(arguments: [
        "https://matrix.to/#/!a:example.org/$b?via=one.org&via=two.org:8448&via=3&other=x&via=four.org",
        "matrix:roomid/a:example.org/e/b?via=one.org&via=two.org%3A8448&via=/&via=3&action=join",
    ])
    func linkGivesServersAndEvent(text: String) {
        let expected = RoomAddress(name: "!a:example.org", servers: ["one.org", "two.org:8448", "3"], eventID: "$b")
        #expect(MatrixAddress(text, server: "localhost") == .room(expected))
    }

    @Test(arguments: ["@bo:example.org", "https://matrix.to/#/%40bo%3Aexample.org", "matrix:u/bo:example.org"])
    func userIDIsParsed(text: String) {
        #expect(MatrixAddress(text, server: "localhost")?.room == nil)
        #expect(UserID("@bo:example.org").map { .person($0) } == MatrixAddress(text, server: "localhost"))
    }

    @Test(arguments: [
        "", "#", "!", "garden", "#a b:example.org", "#a:-%", "https://example.org/#/#a:example.org",
        "https://matrix.to/#/", "https://matrix.to/#/%zz", "https://matrix.to/#/#a:b.org/x", "matrix:",
        "matrix:x/a:b.org", "matrix:r/a:b.org/e", "matrix:r/a:b.org/f/x", "!a\u{0}b", "!e\u{301}",
    ])
    func invalidAddressIsRejected(text: String) {
        #expect(MatrixAddress(text, server: "localhost") == nil)
    }
}
