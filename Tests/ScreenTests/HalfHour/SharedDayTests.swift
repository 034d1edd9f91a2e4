import TestSupport
import TestTraits
import Testing

/// Tests a first run up to a team with two accounts each, one of them on Synapse, in four terminals with 16 colors
/// and none.
///
/// Like `OutsideTests`, it gets the location of Synapse from the environment, runs in the same step of `.ci/run`,
/// and is skipped without it.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct SharedDayTests {
    @Test func sharedServerStoryKeepsEachLineInEveryProfile() async throws {
        let synapse = try await Synapse()
        let stage = try await Stage.beforeAFirstRun(work: synapse)
        let people = stage.seats.mapValues(\.person)
        defer { people["ana"]?.endSharedServer() }
        try await stage.play(try Story("shared-day", isEncrypted: false))
        for (name, person) in people where person.hasScreen {
            #expect(person.screen.unknownSequences.isEmpty, "\(name)")
        }
        for (device, account) in [("ana", "anawork"), ("bo", "bowork"), ("kim", "kim")] {
            let person = try #require(people[device])
            let kept = try KeptLines(of: person, account: account, inChat: "Pumpkins")
            #expect(kept.texts(of: "@anawork:localhost") == stage.written["ana"], "\(device)")
            #expect(kept.texts(of: "@bowork:localhost") == stage.written["bo"], "\(device)")
            #expect(kept.texts(of: "@kim:localhost") == stage.written["kim"], "\(device)")
        }
    }
}
