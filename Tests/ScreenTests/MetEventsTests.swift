import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests events of other clients that Confab describes in text, compared with pictures, and the actions to open
/// them.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct MetEventsTests {
    @Test func uncommonEventsAreDescribedAndCanBeOpened() async throws {
        let meeting = try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        let roomID = try KeptLines.roomID(ofChat: "Tea", from: ana)
        let token = try KeptTokens.read(home: bo.home.path, profile: "bo@localhost").accessToken
        let client = HomeserverClient(homeserver: .url(meeting.server.address), accessToken: token)
        for (place, (type, content)) in Self.events.enumerated() {
            _ = try await client.send(roomID: roomID, type: type, transactionID: "met\(place)", content: content)
        }
        await client.shutdown()
        try await ana.screen.waitFor("that is all")
        try await ana.screen.waitFor("its key has not come")
        try await ana.expectPictures("met-events")

        try await ana.select("Sticker: A waving cat")
        ana.screen.send(.meta("o"))
        try await ana.screen.waitFor("Load A waving cat, 12 kB")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("M-o open")
        ana.screen.send(.escape)
        try await ana.screen.waitFor("Enter send")
        try await ana.select("Location: The bakery")
        ana.screen.send(.meta("o"))
        try await ana.screen.waitFor("Open www.openstreetmap.org?")
        #expect(ana.screen.unknownSequences.isEmpty)
    }

    private static let events: [(String, JSONValue)] = [
        ("m.sticker", ["body": "A waving cat", "url": "mxc://localhost/cat", "info": ["size": 12_345]]),
        ("m.room.message", ["msgtype": "m.location", "body": "The bakery", "geo_uri": "geo:52.52,13.405;u=20"]),
        (
            "m.room.message",
            [
                "msgtype": "m.audio", "body": "voice.ogg", "url": "mxc://localhost/voice",
                "info": ["duration": 12_345, "size": 40_000], "org.matrix.msc3245.voice": [:],
            ]
        ),
        (
            "m.room.message",
            ["msgtype": "m.image", "body": "cake.png", "url": "mxc://localhost/cake", "info": ["size": 40_000]]
        ),
        ("com.example.lights", ["on": true]), ("com.example.heating", ["on": true]), ("com.example.lights", ["on": 1]),
        (
            "m.room.encrypted",
            [
                "algorithm": "m.megolm.v1.aes-sha2", "device_id": "TABLET", "sender_key": .string(key),
                "session_id": .string(key), "ciphertext": .string("AwgFEhA" + String(repeating: "A", count: 117)),
            ]
        ),
        ("m.room.message", ["msgtype": "m.text", "body": "that is all"]),
    ]

    /// A key that belongs to no device.
    private static let key = String(repeating: "A", count: 43)
}
