import MatrixAPI
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct HistoryTests {
    @Test func limitedTimelineContinuesInMessagesWithoutGaps() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let since = try await ana.now()
        for number in 1...12 { try await ana.say("\(number)", in: room, transaction: "\(number)") }
        let sync = try await ana.sync(since: since, filter: #"{"room":{"timeline":{"limit":5}}}"#)
        #expect(sync.said(in: room) == ["8", "9", "10", "11", "12"])
        #expect(sync.joined(room)?["timeline"]?["limited"]?.bool == true)

        var from = try #require(sync.joined(room)?["timeline"]?["prev_batch"]?.string)
        var seen: [String] = []
        var pages = 0
        while pages < 20 {
            pages += 1
            let page = try await ana.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=3&from=\(from)").body
            seen += (page["chunk"]?.array ?? []).compactMap { $0["content"]?["body"]?.string }
            guard let end = page["end"]?.string else { break }
            from = end
        }
        #expect(seen == ["7", "6", "5", "4", "3", "2", "1"])
        #expect(pages < 20)
        await server.stop()
    }

    @Test func messagesPageForwardFromATokenToTheEnd() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let since = try await ana.now()
        for number in 1...4 { try await ana.say("\(number)", in: room) }
        let page = try await ana.ask(.GET, "v3/rooms/\(room)/messages?dir=f&limit=3&from=\(since)").body
        #expect(page["chunk"]?.array?.compactMap { $0["content"]?["body"]?.string } == ["1", "2", "3"])
        let end = try #require(page["end"]?.string)
        let rest = try await ana.ask(.GET, "v3/rooms/\(room)/messages?dir=f&limit=3&from=\(end)").body
        #expect(rest["chunk"]?.array?.compactMap { $0["content"]?["body"]?.string } == ["4"])
        #expect(rest["end"] == nil)
        await server.stop()
    }

    @Test func contextHasBothSidesOfAnEvent() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        try await ana.say("1", in: room)
        let middle = try await ana.say("2", in: room)
        try await ana.say("3", in: room)
        let context = try await ana.ask(.GET, "v3/rooms/\(room)/context/\(middle)?limit=2").body
        #expect(context["events_before"]?.array?.first?["content"]?["body"]?.string == "1")
        #expect(context["event"]?["content"]?["body"]?.string == "2")
        #expect(context["events_after"]?.array?.first?["content"]?["body"]?.string == "3")
        await server.stop()
    }
}
