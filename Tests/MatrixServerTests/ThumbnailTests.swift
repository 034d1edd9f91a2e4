import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests that a small picture is its own thumbnail. The server decodes none.
@Suite(.timeLimit(.minutes(5))) struct ThumbnailTests {
    private func ask(_ person: Person, _ id: String, _ query: String = "width=32&height=32") async throws -> Answer {
        try await person.ask(.GET, "v1/media/thumbnail/localhost/\(id)?\(query)")
    }

    @Test func aSmallPictureIsItsOwnThumbnail() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        for type in ["image/png", "image/jpeg", "image/gif", "image/webp", "image/apng"] {
            let id = try await ana.keep([1, 2, 3], type: type, name: "secret name.png")
            let path = "/_matrix/client/v1/media/thumbnail/localhost/\(id)?width=32&height=32&method=crop"
            let thumbnail = try await ana.fetch(path)
            #expect(thumbnail.status == 200 && thumbnail.bytes == [1, 2, 3])
            #expect(thumbnail["content-type"] == type && thumbnail["content-disposition"]?.hasPrefix("inline") == true)
        }
        await server.stop()
    }

    @Test func unavailableThumbnailGetsASpecificError() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        for type in ["image/svg+xml", "video/mp4", "text/html", "application/octet-stream"] {
            let answer = try await ask(ana, try await ana.keep([1], type: type))
            #expect(answer.status == 400 && answer.code == "M_UNKNOWN", "\(type)")
        }
        let large = try await ask(ana, try await ana.keep([UInt8](repeating: 1, count: 1 << 20 + 1), type: "image/png"))
        #expect(large.status == 413 && large.code == "M_TOO_LARGE")
        let animation = try await ana.keep([1], type: "image/gif")
        #expect(try await ask(ana, animation, "width=8&height=8&animated=false").code == "M_UNKNOWN")
        #expect(try await ask(ana, "none").code == "M_NOT_FOUND")
        for query in ["width=32", "height=32"] {
            #expect(try await ask(ana, animation, query).code == "M_MISSING_PARAM")
        }
        for query in ["width=-1&height=8", "width=8.5&height=8", "width=x&height=8", "width=8&height=8&method=fold"] {
            #expect(try await ask(ana, animation, query).code == "M_INVALID_PARAM", "\(query)")
        }
        await server.stop()
    }
}
