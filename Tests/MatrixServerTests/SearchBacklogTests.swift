import HTTPTypes
import MatrixAPI
import Testing

@testable import MatrixServer

/// Tests that a search never waits for the indexing of others' messages.
@Suite(.timeLimit(.minutes(5))) struct SearchBacklogTests {
    /// Returns distinct words.
    private static func words(_ count: Int, from first: Int) -> String {
        (first..<first + count).map { "w\(String($0, radix: 36))" }.joined(separator: " ")
    }

    private func say(_ text: String, _ writer: WriterUnderTest) async throws { try await writer.say(text) }

    private func find(_ word: String, _ writer: WriterUnderTest) async throws -> WordIndex.Findings {
        try await writer.server.words.find(
            WordQuery(
                terms: SearchTerms(word + " ").terms, keys: SearchedKey.allCases, rooms: [WriterUnderTest.room],
                senders: nil, before: .max, limit: 100, wantsWords: false))
    }

    @Test func wordSliceIsLimitedInBytes() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 1)
        defer { writer.stop() }
        // Each text is short enough to be indexed at once.
        for number in 0..<150 { try await say(Self.words(600, from: number * 600), writer) }
        for number in 0..<60 { try await say(Self.words(8_000, from: number * 8_000), writer) }
        var (place, slices): (Int64, [WordSlice]) = (0, [])
        while true {
            let begin = place
            let slice = try await writer.server.read { try WordSlice.newer($0, after: begin, limit: 500) }
            guard let last = slice.last else { break }
            place = last.stream
            slices.append(slice)
        }
        #expect(slices.allSatisfy { $0.textBytes < WordSlice.maxTextBytes + WordSlice.longestAtOnce })
        #expect(slices.reduce(0) { $0 + $1.putOff.count } == 60)
        #expect(slices.reduce(0) { $0 + $1.entries.count } >= 150 && slices.count > 2)
        let places = slices.flatMap(\.putOff)
        let some = try await writer.server.read { try WordSlice.putOff($0, places) }
        #expect(some.textBytes < WordSlice.maxTextBytes + 65_536 && some.done.count < places.count)
    }

    @Test func pendingLongTextsDoNotHideShortOnesFromSearch() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 1)
        defer { writer.stop() }
        #expect(try await find("gate", writer).isIncomplete == false)
        for number in 0..<80 { try await say(Self.words(8_000, from: number * 8_000), writer) }
        try await say("the gate", writer)
        let first = try await find("gate", writer)
        #expect(first.found.count == 1 && first.isIncomplete)
        while try await writer.server.words.takeNext() {}
        let later = try await find("w\(String(79 * 8_000, radix: 36))", writer)
        #expect(later.found.count == 1 && !later.isIncomplete)
    }

    /// Returns the answer of the endpoint to a search by ana.
    private func answer(_ word: String, _ writer: WriterUnderTest) async throws -> JSONValue {
        let target = try #require(Target("/_matrix/client/v3/search"))
        var call = Call(
            server: writer.server, target: target, headers: [:], parameters: [:], caller: WriterUnderTest.ana,
            sent: nil, bodyBytes: 0, share: nil, client: nil, peer: .unknown)
        call.body = [
            "search_categories": ["room_events": ["search_term": .string(word + " "), "order_by": "recent"]]
        ]
        let body = try await SearchEndpoint.post(call)
        let composed = try #require(body as? ComposedResponse)
        let json = try JSONValue(parsing: try await composed.bytes())
        return try #require(json["search_categories"]?["room_events"])
    }

    @Test func searchAnswerReportsThatTheIndexIsIncomplete() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 1)
        defer { writer.stop() }
        #expect(try await answer("gate", writer)["im.confab.index_incomplete"] == nil)
        for number in 0..<80 { try await say(Self.words(8_000, from: number * 8_000), writer) }
        try await say("the gate", writer)
        let early = try await answer("gate", writer)
        #expect(early["count"] == 1 && early["im.confab.index_incomplete"] == true)
        while try await writer.server.words.takeNext() {}
        let late = try await answer("gate", writer)
        #expect(late["count"] == 1 && late["im.confab.index_incomplete"] == nil)
    }

    @Test func redactedTextAwaitingIndexingIsNeverFound() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 1)
        defer { writer.stop() }
        _ = try await find("gate", writer)
        let event = try await writer.say("secret " + Self.words(8_000, from: 0))
        try await writer.server.commits.commit { changes in
            let draft = EventDraft(
                "m.room.redaction", sender: WriterUnderTest.ana.userID, content: ["redacts": .string(event)])
            let redaction = try RoomWriter(changes).append(draft, to: WriterUnderTest.room)
            let redacted = try #require(
                try EventsTable(changes.database).event(id: event, in: WriterUnderTest.room))
            try RoomWriter(changes).redact(redacted, by: redaction.eventID)
        }
        while try await writer.server.words.takeNext() {}
        #expect(try await find("secret", writer).found.isEmpty)
    }
}
