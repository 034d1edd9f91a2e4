import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct PublicURLTests {
    @Test func publicURLIsAdvertisedToClients() async throws {
        let url = try #require(PublicURL("https://chat.example.org"))
        let server = try await ServerUnderTest.start(publicURL: url)
        let wellKnown = try await server.request(.GET, "/.well-known/matrix/client")
        let expected: JSONValue = ["m.homeserver": ["base_url": "https://chat.example.org"]]
        #expect(wellKnown.status == 200 && wellKnown.body == expected)
        _ = try await server.person("ana")
        let login = try await server.request(
            .POST, "v3/login", ["type": "m.login.password", "user": "ana", "password": "secret"])
        #expect(login.body["well_known"] == expected)
        await server.stop()
    }

    @Test func noURLIsAdvertisedWithoutAPublicURL() async throws {
        let server = try await ServerUnderTest.start()
        let wellKnown = try await server.request(.GET, "/.well-known/matrix/client")
        #expect(wellKnown.status == 404 && wellKnown.code == "M_NOT_FOUND")
        _ = try await server.person("ana")
        let login = try await server.request(
            .POST, "v3/login", ["type": "m.login.password", "user": "ana", "password": "secret"])
        #expect(login.status == 200 && login.body["well_known"] == nil)
        await server.stop()
    }

    @Test(arguments: [
        ("https://chat.example.org", "https://chat.example.org"),
        ("HTTPS://Chat.Example.org/", "https://chat.example.org"),
        ("http://127.0.0.1:8008", "http://127.0.0.1:8008"), ("https://[::1]:443/a/b//", "https://[::1]:443/a/b"),
    ])
    func publicURLIsNormalized(text: String, form: String) {
        #expect(PublicURL(text)?.description == form)
    }

    @Test(arguments: [
        "", "chat.example.org", "ftp://chat.example.org", "https://", "https:///x", "https://ana@example.org",
        "https://example.org?x", "https://example.org/#x", "https://example.org:0", "https://example.org:65536",
        "https://exam ple.org", "https://example.org/\n", "https://example.org/ü", "https://example.org:8008:1",
    ])
    func invalidPublicURLIsRefused(text: String) {
        #expect(PublicURL(text) == nil)
    }
}
