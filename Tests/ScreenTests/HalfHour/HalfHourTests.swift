import TestSupport
import TestTraits
import Testing

/// Half an hour of three people and a group, in four terminals of four kinds.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct HalfHourTests {
    @Test func threePeopleMeetTalkAndPartAndEachLineIsThereOnce() async throws {
        let stage = try await Stage.setUp()
        try await stage.play(try Story("half-hour"))
        for seat in stage.seats.values {
            #expect(seat.screen.unknownSequences.isEmpty, "\(seat.person.name)")
        }
        try await expectEachLineOnce(stage, inChat: "Autumn fair")
    }

    /// At the server as the story has it, and at each device as at the server.
    private func expectEachLineOnce(_ stage: Stage, inChat name: String) async throws {
        let ana = try #require(stage.seats["ana"]).person
        let roomID = try KeptLines.roomID(ofChat: name, from: ana)
        let served = try await KeptLines(at: stage.server, roomID: roomID, as: ana)
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
