import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct HomeserverTests {
    @Test(arguments: [
        ("example.org", "https://example.org"), ("  example.org ", "https://example.org"),
        ("Example.ORG", "https://example.org"), ("example.org:8448", "https://example.org:8448"),
        ("https://matrix.example.org", "https://matrix.example.org"), ("HTTPS://example.org/", "https://example.org"),
        ("https://example.org/matrix//", "https://example.org/matrix"),
        ("http://127.0.0.1:8008", "http://127.0.0.1:8008"),
        ("http://[::1]:8008/", "http://[::1]:8008"), ("http://localhost", "http://localhost"),
        ("localhost:8008", "http://localhost:8008"), ("https://localhost", "https://localhost"),
    ])
    func userInputIsNormalizedToAURL(text: String, base: String) throws {
        #expect(try HomeserverLocation(userInput: text, allowsInsecure: false) == .url(base))
    }

    @Test(arguments: [
        ("unix:/run/confab.sock", "/run/confab.sock"), ("unix:///run/a b".replacing(" ", with: "-"), "/run/a-b"),
    ])
    func unixSocketAddressIsParsedAsAPath(text: String, path: String) throws {
        #expect(try HomeserverLocation(userInput: text, allowsInsecure: false) == .unixSocket(path: path))
    }

    @Test(arguments: [
        "http://example.org", "http://127.example.org", "http://127.0.0.1.example.org", "http://localhost.example.org",
        "http://127.0.0", "http://127.0.0.256", "http://10.0.0.1:8008",
    ])
    func plainHTTPToAnotherHostRequiresPermission(text: String) throws {
        #expect(throws: MatrixClientError.insecure(address: text)) {
            try HomeserverLocation(userInput: text, allowsInsecure: false)
        }
        #expect(try HomeserverLocation(userInput: text, allowsInsecure: true) == .url(text))
    }

    @Test(arguments: [
        "", " ", "unix:", "unix:relative", "unix:/", "ftp://example.org", "https://", "https://user@example.org",
        "https://user:pw@example.org", "https://example.org?x", "https://example.org#x", "https://exa mple.org",
        "https://example.org/a b", "example.org:0", "example.org:65536", "exämple.org", "https://example.org\r\nX: y",
        "@ana:example.org", "javascript:alert(1)",
    ])
    func invalidHomeserverAddressIsRefused(text: String) {
        #expect(throws: MatrixClientError.badAddress(text)) {
            try HomeserverLocation(userInput: text, allowsInsecure: true)
        }
    }

    @Test func identifiersArePercentEncodedInRequestTargets() {
        let request = MatrixRequest(
            .get, "v3", "rooms", "!a/../b:h?x#y%2F é", "event", "$1/2+3",
            query: ["from": "a&b=c d", "to": nil, "limit": "5"])
        #expect(
            request.target == "/_matrix/client/v3/rooms/%21a%2F..%2Fb%3Ah%3Fx%23y%252F%20%C3%A9/event/%241%2F2%2B3"
                + "?from=a%26b%3Dc%20d&limit=5")
    }

    /// Addresses as copied from a guide. Requests below them would get no answer of a homeserver.
    @Test(arguments: [
        "https://example.org/_matrix/client", "example.org/_matrix", "https://example.org/chat/_matrix/client/v3/",
    ]) func endpointURLIsRefusedAsAServerAddress(text: String) throws {
        #expect(throws: MatrixClientError.addressOfEndpoint(text)) {
            try HomeserverLocation(userInput: text, allowsInsecure: false)
        }
    }
}
