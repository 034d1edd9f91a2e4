import MatrixAPI
import Testing

/// Tests that a syntax error in one event of a response loses only that event.
@Suite(.timeLimit(.minutes(5))) struct BrokenEventTests {
    private static let brokenContents = [
        #"{"msgtype":"m.text","body":"b","x":NaN}"#, #"{"msgtype":"m.text","body":"b","x":-Infinity}"#,
        #"{"msgtype":"m.text","body":"b","x":undefined}"#, #"{"msgtype":"m.text","body":"b",}"#,
        #"{"msgtype":"m.text",,"body":"b"}"#, #"{"msgtype":"m.text","body":}"#, #"{"msgtype":"m.text","body" "b"}"#,
        #"{"msgtype":"m.text",body:"b"}"#, #"{"msgtype":"m.text","body":'b'}"#, #"{"msgtype":"m.text","body":"\q"}"#,
        "{\"msgtype\":\"m.text\",\"body\":\"a\nb\"}", #"{"msgtype":"m.text","body":"b","x":01}"#,
        #"{"msgtype":"m.text","body":"b","x":1.}"#, #"{"msgtype":"m.text","body":"b","x":0x10}"#,
        #"{"msgtype":"m.text","body":"b","x":[1,NaN,2],"y":{"z":[{"w":NaN}]}}"#, #"{"msgtype":"m.text" // why"# + "\n}",
        #"{"msgtype":"m.text","body":True}"#, "NaN", "",
    ]

    private func event(_ id: String, _ content: String) -> String {
        #"{"type":"m.room.message","event_id":"$\#(id)","sender":"@bo:h","origin_server_ts":1795262400000,"content":"#
            + content + "}"
    }

    private func sync(_ events: [String], state: [String] = [], more: String = "") -> String {
        """
        {"next_batch":"s2","rooms":{"join":{"!tea:h":{"timeline":{"events":[\(events.joined(separator: ","))],
        "prev_batch":"p"},"state":{"events":[\(state.joined(separator: ","))]}\(more)}}}}
        """
    }

    private let good = #"{"msgtype":"m.text","body":"hello"}"#

    @Test(arguments: brokenContents) func malformedEventIsMarkedAndOthersAreRead(content: String) throws {
        let body = sync([event("1", good), event("2", content), event("3", good)])
        let response = try #require(SyncResponse(body: body.utf8))
        let room = try #require(response.joined["!tea:h"])
        #expect(room.timeline.map(\.eventID) == ["$1", "$2", "$3"])
        #expect(room.timeline.map(\.isMalformed) == [false, true, false])
        #expect(room.timeline[1].sender == "@bo:h" && room.timeline[1].timestamp == 1_795_262_400_000)
        #expect(room.previousBatch == "p")
        let start = try #require(body.firstRange(of: event("2", content))?.lowerBound.utf16Offset(in: body))
        let offset = try #require(response.brokenOffsets.first)
        #expect(response.brokenOffsets.count == 1 && (start...start + event("2", content).utf8.count).contains(offset))
    }

    /// Here a name or an identifier is malformed as well, or a bracket is missing.
    @Test(arguments: [
        #"{"type":"m.room.message","event_id":NaN,"sender":"@bo:h","content":{}}"#,
        #"{NaN:1,"type":"m.room.message"}"#, "NaN", #"{"type":"m.room.message","content":{"a":1}"#, "7,", "tru",
    ]) func malformedEventWithoutAnIDAffectsNoOther(broken: String) throws {
        let response = try #require(SyncResponse(body: sync([event("1", good), broken]).utf8))
        let room = try #require(response.joined["!tea:h"])
        #expect(room.timeline.first?.eventID == "$1" && room.timeline.first?.isMalformed == false)
        #expect(room.timeline.dropFirst().allSatisfy { $0.isMalformed })
        #expect(room.previousBatch == "p")
    }

    @Test func malformedNumberAffectsOnlyItself() throws {
        let more =
            #","summary":{"m.joined_member_count":NaN,"m.heroes":["@bo:h",NaN]},"unread_notifications":"#
            + #"{"highlight_count":1,"notification_count":Infinity,}"#
        let response = try #require(SyncResponse(body: sync([event("1", good)], more: more).utf8))
        let room = try #require(response.joined["!tea:h"])
        #expect(room.timeline.count == 1 && room.heroes == ["@bo:h"])
        #expect(room.joinedMemberCount == nil && room.notificationCount == nil && room.highlightCount == 1)
        #expect(response.brokenOffsets.count == 3)
    }

    /// Otherwise the room would count as unencrypted.
    @Test func malformedEncryptionEventMarksTheRoomAsEncrypted() throws {
        let encryption =
            #"{"type":"m.room.encryption","state_key":"","sender":"@bo:h","event_id":"$e","content":{"a":NaN}}"#
        let response = try #require(SyncResponse(body: sync([], state: [encryption]).utf8))
        let room = try #require(response.joined["!tea:h"])
        #expect(room.saysEncryption && room.state.isEmpty)
    }

    @Test func truncatedSyncIsRefused() {
        let whole = Array(sync([event("1", good), event("2", good)]).utf8)
        for count in stride(from: 0, to: whole.count, by: 7) {
            #expect(SyncResponse(body: whole[..<count]) == nil, "\(count)")
        }
    }

    @Test func malformedEventsInHistoryAndStateAreIsolated() throws {
        var broken: [Int] = []
        let chunk = "[\(event("1", good)),\(event("2", "NaN"))]"
        let page = try JSONValue(parsingEvents: "{\"chunk\":\(chunk),\"end\":\"t\"}".utf8, broken: &broken)
        #expect(MessagesPage(json: page)?.chunk.map(\.isMalformed) == [false, true])
        #expect(MessagesPage(json: page)?.end == "t")
        let state = try JSONValue(parsingEvents: chunk.utf8, broken: &broken)
        #expect(state.array?.compactMap(MatrixEvent.init(json:)).map(\.eventID) == ["$1"])
    }

    @Test func manyMalformedPartsAreRepairedInOnePass() throws {
        let events = (0..<2_000).map { event("\($0)", #"{"body":[[[[NaN]]]]}"#) }
        let response = try #require(SyncResponse(body: sync(events).utf8))
        #expect(response.joined["!tea:h"]?.timeline.count == 2_000)
        #expect(response.brokenOffsets.count == 20)
        let brackets = #"{"next_batch":"s","rooms":"# + String(repeating: #"{"a":[NaN,"#, count: 200_000)
        #expect(SyncResponse(body: brackets.utf8) == nil)
    }
}
