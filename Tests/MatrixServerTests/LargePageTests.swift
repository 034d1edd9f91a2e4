import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests that pages of events are limited in bytes as well as in events, and that no event is lost between two
/// pages.
@Suite(.timeLimit(.minutes(5))) struct LargePageTests {
    private static let lines = 40

    /// Creates a room with `lines` messages of 50 kB each, related to the first.
    private func room(of ana: Person) async throws -> (room: String, first: String) {
        let room = try await ana.createRoom()
        let first = try await ana.say("0", in: room)
        for number in 1...Self.lines {
            let content: JSONValue = [
                "msgtype": "m.text", "body": .string("line\(number) \(String(repeating: "x", count: 50_000))"),
                "m.relates_to": ["rel_type": "m.thread", "event_id": .string(first)],
            ]
            let path = "v3/rooms/\(room)/send/m.room.message/\(number)"
            #expect(try await ana.ask(.PUT, path, content).status == 200)
        }
        return (room, first)
    }

    private func number(_ event: JSONValue) -> Int? {
        event["content"]?["body"]?.string?.split(separator: " ").first.flatMap { Int($0.trimmingPrefix("line")) }
    }

    @Test func historyAndRelationsContinueAfterALargePage() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let (room, first) = try await room(of: ana)
        for (path, end) in [
            ("v3/rooms/\(room)/messages?dir=b&limit=100", "end"),
            ("v1/rooms/\(room)/relations/\(first)?limit=100", "next_batch"),
        ] {
            var (found, pages, place): ([Int], Int, String?) = ([], 0, nil)
            repeat {
                let page = try await ana.ask(.GET, path + (place.map { "&from=\($0)" } ?? "")).body
                let events = page["chunk"]?.array ?? []
                #expect(events.reduce(0) { $0 + $1.serialized.count } < EventPage.mostBytes + 100_000)
                found += events.compactMap(number)
                place = page[end]?.string
                pages += 1
            } while place != nil && pages < 20
            #expect(found.filter { $0 > 0 } == (1...Self.lines).reversed())
            #expect(pages > 1)
        }
        await server.stop()
    }

    @Test func timelineOfLargeMessagesIsLimitedAndContinuesInHistory() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let (room, _) = try await room(of: ana)
        let sync = try await ana.sync(filter: #"{"room":{"timeline":{"limit":100}}}"#)
        let timeline = try #require(sync.joined(room)?["timeline"])
        let told = (timeline["events"]?.array ?? []).compactMap(number)
        #expect(told.count < 25 && told.last == Self.lines && timeline["limited"] == true)
        let place = try #require(timeline["prev_batch"]?.string)
        let before = try await ana.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=1&from=\(place)").body
        #expect(before["chunk"]?.array?.first.flatMap(number) == told.first.map { $0 - 1 })
        await server.stop()
    }

    @Test func inviteStateIsLimitedInSize() async throws {
        let server = try await ServerUnderTest.start()
        let (mallory, ana) = (try await server.person("mallory"), try await server.person("ana"))
        let room = try await mallory.createRoom([
            "name": "A room", "topic": .string(String(repeating: "t", count: 50_000)),
            "invite": [.string(ana.userID)],
        ])
        let state = try await ana.sync()["rooms"]?["invite"]?[room]?["invite_state"]?["events"]?.array ?? []
        #expect(state.contains { $0["content"]?["name"] == "A room" })
        #expect(state.contains { $0["state_key"]?.string == ana.userID && $0["content"]?["membership"] == "invite" })
        #expect(JSONValue.array(state).serialized.count < 10_000)
        await server.stop()
    }

    @Test func searchContinuesAfterALargePage() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let (room, _) = try await room(of: ana)
        while try await server.server.server.words.takeNext() {}
        var (found, pages, place): ([Int], Int, String?) = ([], 0, nil)
        repeat {
            let answer = try await ana.ask(
                .POST, "v3/search" + (place.map { "?next_batch=\($0)" } ?? ""),
                [
                    "search_categories": [
                        "room_events": [
                            "search_term": "line", "order_by": "recent",
                            "filter": ["limit": 100, "rooms": [.string(room)]],
                            "event_context": ["before_limit": 1, "after_limit": 1], "include_state": true,
                        ]
                    ]
                ]
            ).body["search_categories"]?["room_events"]
            found += answer?["results"]?.array?.compactMap { $0["result"].flatMap(number) } ?? []
            #expect(answer?["im.confab.index_incomplete"] == nil)
            place = answer?["next_batch"]?.string
            pages += 1
        } while place != nil && pages < 50
        #expect(found == (1...Self.lines).reversed())
        #expect(pages > 1)
        await server.stop()
    }
}
