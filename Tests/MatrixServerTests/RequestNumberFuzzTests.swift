import Foundation
import MatrixAPI
import NIOHTTP1
import Pictures
import TestSeeds
import Testing

@testable import MatrixServer

/// Fuzzes the numbers in queries, tokens, headers and bodies of requests.
@Suite(.timeLimit(.minutes(5))) struct RequestNumberFuzzTests {
    @Test func fuzzedRequestNumbersStayWithinBounds() async throws {
        let words = [
            " ", "-1", "-0", "1e400", "5e-324", "0.5", "4294967296", "9007199254740991", "9007199254740992",
            "9223372036854775806", "-9223372036854775808",
        ]
        guard var fuzzer = try Fuzzer("request-numbers", words: words) else { return }
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom(["preset": "public_chat", "visibility": "public"])
        let event = try await ana.say("hello", in: room)
        while let input = try fuzzer.next() {
            let numbers = RequestNumbers(input)
            let faults = numbers.faults
            #expect(faults.isEmpty, "\(faults), \(fuzzer.failure())")
            let path = numbers.path(room: room, event: event)
            let status = try await ana.ask(.GET, path).status
            #expect(status < 500, "\(status) for \(path), \(fuzzer.failure())")
        }
        #expect(try await server.request(.GET, "versions").status == 200)
        await server.stop()
    }
}

/// The numbers of an input, and each place where a request has numbers.
private struct RequestNumbers {
    private static let signs = Set("0123456789+-.eE".utf8)
    private static let longest = 200

    private let texts: [String]
    /// The request that is sent. Readers without a request get the numbers of each input.
    private let choice: Int

    /// - Parameter input: texts between blanks; the bytes without meaning in a number choose the request.
    init(_ input: [UInt8]) {
        let words = input.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") })
        texts = words.map { word in
            String(decoding: word.filter { Self.signs.contains($0) }.prefix(Self.longest), as: UTF8.self)
        }.filter { !$0.isEmpty }
        choice = input.filter { !Self.signs.contains($0) }.reduce(0) { $0 + Int($1) }
    }

    private func text(_ place: Int) -> String { texts.isEmpty ? "1" : texts[place % texts.count] }

    private func joined(_ count: Int) -> String { (0..<count).map { text($0) }.joined(separator: "_") }

    /// A number as a caller has it after reading one, from 1 to the largest.
    private func whole(_ place: Int) -> Int { min(max(1, Int(text(place)) ?? 1), OutsideNumber.largest) }

    /// The readers that returned a value out of bounds, or one that is another when it is written and read again.
    var faults: [String] {
        let claims = [
            (name: "sync token", holds: tokensAreBounded), (name: "range", holds: rangesAreBounded),
            (name: "search token", holds: placesAreTheSame), (name: "filter", holds: filtersAreBounded),
            (name: "search", holds: searchesAreBounded), (name: "thumbnail", holds: thumbnailsAreBounded),
            (name: "power levels", holds: levelsAreWhole),
        ]
        return claims.filter { !$0.holds }.map { $0.name }
    }

    /// Returns a path with numbers in its query, for one of the endpoints that read some.
    func path(room: String, event: String) -> String {
        let (one, other) = (Self.encoded(text(0)), Self.encoded(text(1)))
        let token = "s" + Self.encoded(joined(6))
        let limits = Self.encoded(filter)
        let paths = [
            "v3/rooms/\(room)/messages?dir=b&limit=\(one)&from=t\(other)",
            "v3/rooms/\(room)/context/\(event)?limit=\(one)",
            "v3/rooms/\(room)/members?at=\(token)",
            "v3/rooms/\(room)/messages?dir=f&limit=\(one)&filter=\(limits)",
            "v1/rooms/\(room)/hierarchy?limit=\(one)&max_depth=\(other)&from=\(one)",
            "v1/rooms/\(room)/relations/\(event)?limit=\(one)&from=\(token)",
            "v3/publicRooms?limit=\(one)&since=\(other)",
            "v3/sync?timeout=\(one)",
            "v3/sync?since=\(token)&timeout=0",
            "v3/sync?filter=\(limits)",
            "v3/keys/changes?from=\(token)&to=t\(one)",
            "v1/media/thumbnail/localhost/none?width=\(one)&height=\(other)",
            "v1/media/download/localhost/none?timeout_ms=\(one)",
        ]
        return paths[choice % paths.count]
    }

    private var filter: String {
        let limit = "{\"limit\":\(text(0))}"
        return "{\"account_data\":{\"limit\":\(text(1))},\"room\":{\"timeline\":\(limit),\"state\":\(limit)}}"
    }

    private var tokensAreBounded: Bool {
        ["s" + joined(6), "s" + joined(4), "t" + text(0)].allSatisfy { name in
            guard let token = SyncToken(name) else { return true }
            let parts = [
                token.events, token.receipts, token.accountData, token.typing, token.keys, token.deviceMessages,
            ]
            return parts.allSatisfy { (0...Int64(OutsideNumber.largest)).contains($0) }
                && SyncToken(token.description) == token
                && SyncToken(SyncToken.history(token.events))?.events == token.events
        }
    }

    private var rangesAreBounded: Bool {
        // The size of a file is never negative.
        let size = max(0, Int64(text(2)) ?? 1_000)
        return ["\(text(0))-\(text(1))", "\(text(0))-", "-\(text(0))"].allSatisfy { range in
            guard case .part(let part) = RangeRequest("bytes=\(range)", size: size) else { return true }
            return !part.isEmpty && part.lowerBound >= 0 && part.upperBound <= size
        }
    }

    private var placesAreTheSame: Bool {
        guard let place = SearchCursor("f\(joined(3))_\(text(3))") else { return true }
        return SearchCursor(place.text)?.text == place.text
    }

    private var filtersAreBounded: Bool {
        // A filter with another text than a number is refused.
        guard let json = try? FilterArgument.parse(filter, .sync) else { return true }
        return (0...1_000).contains(SyncFilter(json).timelineLimit)
    }

    private var searchesAreBounded: Bool {
        let around = "{\"before_limit\":\(text(1)),\"after_limit\":\(text(2))}"
        let body = "{\"search_term\":\"tea\",\"filter\":{\"limit\":\(text(0))},\"event_context\":\(around)}"
        guard let json = try? JSONValue(parsing: body), let search = try? SearchRequest(json, nextBatch: nil) else {
            return true
        }
        guard let context = search.context else { return false }
        return (1...100).contains(search.limit) && (0...20).contains(context.before)
            && (0...20).contains(context.after)
    }

    private var thumbnailsAreBounded: Bool {
        [PictureThumbnail.Method.scale, .crop].allSatisfy { method in
            guard let size = ThumbnailSize(width: whole(0), height: whole(1), method) else { return true }
            return (1...1_600).contains(size.width) && (1...1_600).contains(size.height)
        }
    }

    /// Whether levels that may be set are whole numbers.
    private var levelsAreWhole: Bool {
        let body = "{\"users\":{\"@bo:localhost\":\(text(0))},\"users_default\":\(text(1)),\"ban\":\(text(2))}"
        guard let json = try? JSONValue(parsing: body) else { return true }
        let levels = PowerLevels(content: json, creator: nil)
        guard levels.allowsChange(to: json, by: "@bo:localhost") else { return true }
        return json["ban"]?.integer == levels.ban && json["users_default"]?.integer == levels.usersDefault
            && json["users"]?["@bo:localhost"]?.integer == levels.level(of: "@bo:localhost")
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
