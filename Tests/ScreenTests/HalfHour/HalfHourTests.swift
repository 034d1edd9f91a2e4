import TestSupport
import TestTraits
import Testing

/// Tests half an hour of three people and a group, in four terminals of four kinds.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct HalfHourTests {
    /// Runs once in an unencrypted group, and once in an encrypted one.
    @Test(arguments: [false, true])
    func threePersonConversationKeepsEachLineOnce(inEncryptedGroup isEncrypted: Bool) async throws {
        let stage = try await Stage.setUp()
        try await stage.play(try Story("half-hour", isEncrypted: isEncrypted))
        for seat in stage.seats.values {
            #expect(seat.screen.unknownSequences.isEmpty, "\(seat.person.name)")
        }
        try await expectEachLineOnce(stage, inChat: "Autumn fair", isEncrypted: isEncrypted)
    }

    /// Expects the story's lines on the server, and the server's lines on each device.
    private func expectEachLineOnce(_ stage: Stage, inChat name: String, isEncrypted: Bool) async throws {
        let ana = try #require(stage.seats["ana"]).person
        let roomID = try KeptLines.roomID(ofChat: name, from: ana)
        let server = try #require(stage.server)
        var served = try await KeptLines(at: server, roomID: roomID, as: ana)
        if isEncrypted {
            #expect(served.lines.isEmpty)
            served = try KeptLines(of: ana, inChat: name)
        }
        for (person, lines) in stage.written {
            #expect(served.texts(of: "@\(person):localhost") == lines)
        }
        #expect(Set(stage.written.keys) == ["ana", "bo", "kim"])
        for device in ["ana", "bo", "tablet"] {
            let seat = try #require(stage.seats[device])
            #expect(try KeptLines(of: seat.person, inChat: name) == served, "\(device)")
        }
    }
}
