import MatrixAPI
import TestSeeds
import Testing

@Suite(.timeLimit(.minutes(5))) struct SyncResponseTests {
    @Test func syncResponseIsSplitIntoRooms() throws {
        let sync = try #require(SyncResponse(body: Self.ordinary.utf8))
        #expect(sync.nextBatch == "s2")
        #expect(sync.accountData.map(\.type) == ["m.direct"])
        let garden = try #require(sync.joined["!garden:h"])
        #expect(garden.timeline.map(\.eventID) == ["$1"])
        #expect(garden.timeline.first?.transactionID == "t1")
        #expect(garden.state.map(\.stateKey) == ["@bo:h"])
        #expect(garden.isLimited)
        #expect(garden.previousBatch == "p1")
        #expect(garden.ephemeral.map(\.type) == ["m.typing"])
        #expect(garden.accountData.map(\.type) == ["m.fully_read"])
        #expect(garden.heroes == ["@bo:h"])
        #expect(garden.joinedMemberCount == 2)
        #expect(garden.invitedMemberCount == 0)
        #expect(garden.notificationCount == 3)
        #expect(garden.highlightCount == 1)
        #expect(sync.invited["!shed:h"]?.state.map(\.type) == ["m.room.member"])
        #expect(sync.left["!house:h"]?.timeline.map(\.eventID) == ["$9"])
    }

    @Test func deviceFieldsSkipMalformedParts() throws {
        let body = """
            {"next_batch":"s","to_device":{"events":[7,{"sender":"@bo:h","type":"m.room_key","content":{"a":1}},
            {"sender":"@bo:h","type":"m.room_key"}]},"device_lists":{"changed":["@bo:h",7],"left":["@kim:h"]},
            "device_one_time_keys_count":{"signed_curve25519":50,"other":"x"},
            "device_unused_fallback_key_types":["signed_curve25519"]}
            """
        let sync = try #require(SyncResponse(body: body.utf8))
        #expect(sync.deviceMessages.map(\.sender) == ["@bo:h"])
        #expect(sync.deviceMessages.first?.content == ["a": 1])
        #expect(sync.changedDevices == ["@bo:h"] && sync.leftDevices == ["@kim:h"])
        #expect(sync.oneTimeKeyCounts == ["signed_curve25519": 50])
        #expect(sync.unusedFallbackKeys == ["signed_curve25519"])
        #expect(!sync.isEmpty)
        let nothing = try #require(SyncResponse(body: #"{"next_batch":"s"}"#.utf8))
        #expect(nothing.oneTimeKeyCounts == nil && nothing.unusedFallbackKeys == nil && nothing.isEmpty)
    }

    @Test func absentFieldsAreUnknownAndNotZero() throws {
        let sync = try #require(SyncResponse(body: #"{"next_batch":"s","rooms":{"join":{"!a:h":{}}}}"#.utf8))
        let room = try #require(sync.joined["!a:h"])
        #expect(room.heroes == nil)
        #expect(room.joinedMemberCount == nil)
        #expect(room.notificationCount == nil)
        #expect(room.timeline.isEmpty)
        #expect(!room.isLimited)
    }

    @Test(arguments: ["{}", "[]", "null", "\"s\"", #"{"next_batch":1}"#, #"{"next_batch":""}"#, "<html>", ""])
    func invalidSyncResponseIsRefused(body: String) {
        #expect(SyncResponse(body: body.utf8) == nil)
    }

    @Test(arguments: [
        "null", "1", "[]", "{}", #"{"type":"m.room.message"}"#,
        #"{"type":1,"content":{},"event_id":"$x","sender":"@a:h"}"#,
        #"{"type":"t","content":[],"event_id":"$x","sender":"@a:h"}"#, #"{"type":"t","content":{},"sender":"@a:h"}"#,
        #"{"type":"t","content":{},"event_id":"$x"}"#,
    ])
    func malformedEventAffectsOnlyItself(event: String) throws {
        let good = #"{"type":"t","content":{},"event_id":"$good","sender":"@a:h"}"#
        let body = #"{"next_batch":"s","rooms":{"join":{"!a:h":{"timeline":{"events":["# + event + "," + good + "]}}}}}"
        let room = try #require(SyncResponse(body: body.utf8)?.joined["!a:h"])
        #expect(room.timeline.map(\.isMalformed) == [true, false])
        #expect(room.timeline.last?.eventID == "$good")
        #expect(room.timeline.first?.source == (try JSONValue(parsing: event)))
    }

    @Test func malformedEventKeepsItsIDSenderAndTime() throws {
        let event = #"{"type":7,"event_id":"$x","sender":"@a:h","origin_server_ts":5}"#
        let shown = MatrixEvent(timelineJSON: try JSONValue(parsing: event))
        #expect(shown.type == MatrixEvent.malformedType)
        #expect(shown.eventID == "$x")
        #expect(shown.sender == "@a:h")
        #expect(shown.timestamp == 5)
    }

    @Test(arguments: [64, 65, 100, 600, 100_000])
    func tooDeepEventAffectsOnlyItself(depth: Int) throws {
        // The event and its content account for two levels of the depth.
        let nested = String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
        let deep = #"{"type":"t","event_id":"$deep","sender":"@a:h","content":{"x":"# + nested + "}}"
        let body = #"{"next_batch":"s","rooms":{"join":{"!a:h":{"timeline":{"events":["# + deep + "]}}}}}"
        let room = try #require(SyncResponse(body: body.utf8)?.joined["!a:h"])
        #expect(room.timeline.first?.eventID == "$deep")
        #expect(room.timeline.first?.isMalformed == (depth > MatrixEvent.maximumDepth))
    }

    @Test func tooLargeEventIsMalformed() throws {
        let large = String(repeating: "x", count: MatrixEvent.maximumSize)
        let event: JSONValue = ["type": "t", "event_id": "$l", "sender": "@a:h", "content": ["body": .string(large)]]
        #expect(MatrixEvent(timelineJSON: event).isMalformed)
    }

    @Test func wronglyTypedPartsAffectOnlyThemselves() throws {
        let body = #"""
            {"next_batch":"s","account_data":7,"rooms":{"join":{"!a:h":[],"!b:h":{"timeline":7,"state":{"events":[7,
            {"type":"t","content":{}}]},"summary":[],"unread_notifications":{"notification_count":-1}}},"invite":[],
            "leave":{"!c:h":null}}}
            """#
        let sync = try #require(SyncResponse(body: body.utf8))
        #expect(Set(sync.joined.keys) == ["!a:h", "!b:h"])
        #expect(sync.joined["!b:h"]?.state.count == 1)
        #expect(sync.joined["!b:h"]?.notificationCount == nil)
        #expect(sync.invited.isEmpty)
        #expect(sync.left.count == 1)
    }

    @Test func damagedSyncIsReadOrRefusedWithoutCrashing() {
        var generator = SeededGenerator(seed: Seeds.ofThisRun())
        for _ in 0..<2000 {
            var bytes = Array(Self.ordinary.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                RandomJSON.damage(&bytes, using: &generator)
            }
            if let sync = SyncResponse(body: bytes) { #expect(!sync.nextBatch.isEmpty) }
        }
    }

    private static let ordinary = #"""
        {"next_batch":"s2","account_data":{"events":[{"type":"m.direct","content":{}}]},"rooms":{
        "join":{"!garden:h":{
          "timeline":{"limited":true,"prev_batch":"p1","events":[{"type":"m.room.message","event_id":"$1","sender":"@ana:h",
            "origin_server_ts":1,"content":{"body":"hi"},"unsigned":{"transaction_id":"t1"}}]},
          "state":{"events":[{"type":"m.room.member","state_key":"@bo:h","content":{"membership":"join"}}]},
          "ephemeral":{"events":[{"type":"m.typing","content":{"user_ids":[]}}]},
          "account_data":{"events":[{"type":"m.fully_read","content":{"event_id":"$1"}}]},
          "summary":{"m.heroes":["@bo:h"],"m.joined_member_count":2,"m.invited_member_count":0},
          "unread_notifications":{"notification_count":3,"highlight_count":1}}},
        "invite":{"!shed:h":{"invite_state":{"events":[{"type":"m.room.member","state_key":"@ana:h","content":{}}]}}},
        "leave":{"!house:h":{"timeline":{"events":[{"type":"m.room.member","event_id":"$9","sender":"@bo:h","content":{}}]}}}}}
        """#

    @Test(arguments: ["event_id", "sender", "type", "state_key"], ["x\0y", "\0", "e\u{301}"])
    func eventWithAnInvalidIdentifierAffectsOnlyItself(member: String, text: String) throws {
        var event: JSONValue = [
            "type": "m.room.message", "event_id": "$2", "sender": "@bo:h", "content": ["body": "two\0"],
        ]
        event[member] = .string(text)
        let whole: JSONValue = [
            "type": "m.room.message", "event_id": "$1", "sender": "@bo:h", "content": ["body": "one\0"],
        ]
        let room: JSONValue = ["timeline": ["events": [whole, event, whole]], "state": ["events": [event]]]
        let json: JSONValue = [
            "next_batch": "n",
            "rooms": ["join": ["!a:h": room, "!b\0:h": room], "invite": ["!\u{212A}:h": [:]], "leave": ["\0": [:]]],
        ]
        let response = try #require(SyncResponse(body: json.serialized))
        #expect(response.joined.keys.sorted() == ["!a:h"])
        #expect(response.invited.isEmpty && response.left.isEmpty)
        let timeline = try #require(response.joined["!a:h"]?.timeline)
        #expect(timeline.map(\.isMalformed) == [false, true, false])
        #expect(timeline.map { $0.content["body"]?.string } == ["one\0", nil, "one\0"])
        #expect(timeline[1].source == event)
        #expect([timeline[1].eventID, timeline[1].sender].allSatisfy { $0?.isSoundIdentifier ?? true })
        #expect(response.joined["!a:h"]?.state.isEmpty == true)
    }

    @Test func tokenWithANullCharacterIsRefused() throws {
        let room: JSONValue = ["timeline": ["limited": true, "prev_batch": "p\0q"]]
        #expect(SyncResponse(json: ["next_batch": "n\0"]) == nil)
        let response = try #require(SyncResponse(json: ["next_batch": "n", "rooms": ["join": ["!a:h": room]]]))
        #expect(response.joined["!a:h"]?.previousBatch == nil)
    }
}
