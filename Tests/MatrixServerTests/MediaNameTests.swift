import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests that a file name reaches the downloading user without breaking the header that carries it.
@Suite(.timeLimit(.minutes(5))) struct MediaNameTests {
    /// The names as they stand in the query, and the header after `attachment`.
    private static let names: [(String, String)] = [
        ("tea.txt", "; filename=\"tea.txt\""),
        ("two%20cups.txt", "; filename=\"two cups.txt\""),
        ("", ""),
        ("t%C3%A9.txt", "; filename=\"t_.txt\"; filename*=UTF-8''t%C3%A9.txt"),
        // The decomposed form that macOS uses.
        ("te%CC%81.txt", "; filename=\"te_.txt\"; filename*=UTF-8''te%CC%81.txt"),
        ("%F0%9F%8D%B5", "; filename=\"_\"; filename*=UTF-8''%F0%9F%8D%B5"),
        ("a%22%3B%20x%3D%22b", "; filename=\"a_; x=_b\"; filename*=UTF-8''a%22%3B%20x%3D%22b"),
        ("a%5Cb", "; filename=\"a_b\"; filename*=UTF-8''a%5Cb"),
        ("..%2F..%2Fetc%2Fpasswd", "; filename=\".._.._etc_passwd\"; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd"),
        ("a%0D%0ASet-Cookie:%20b", "; filename=\"a__Set-Cookie: b\"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b"),
        ("a%1B%5B2Jb", "; filename=\"a_[2Jb\"; filename*=UTF-8''a%1B%5B2Jb"),
        ("100%25", "; filename=\"100_\"; filename*=UTF-8''100%25"),
    ]

    @Test func fileNameIsReturnedAsGiven() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let plain = try await ana.keep([1])
        for (name, expected) in Self.names {
            let id = try await ana.keep([1], name: name)
            #expect(try await ana.download(id)["content-disposition"] == "attachment" + expected, "\(name)")
            guard !name.isEmpty else { continue }
            let renamed = try await ana.download(plain, name: name)
            #expect(renamed["content-disposition"] == "attachment" + expected, "\(name)")
            #expect(renamed["set-cookie"] == nil)
        }
        await server.stop()
    }

    @Test func invalidFileNameIsRefused() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let id = try await ana.keep([1])
        for name in ["a%00b", "%FF", "%ED%A0%80"] {
            #expect(try await ana.upload([1], name: name).code == "M_INVALID_PARAM", "\(name)")
        }
        // A client's URL type would change invalid UTF-8 in a path. `IdentifierGateTests` cover it.
        #expect(try await ana.download(id, name: "a%00b").status == 400)
        let long = String(repeating: "a", count: 1_025)
        #expect(try await ana.upload([1], name: long).code == "M_INVALID_PARAM")
        #expect(try await ana.upload([1], name: String(long.dropFirst())).status == 200)
        await server.stop()
    }
}
