import TestSupport
import TestTraits
import Testing

/// Tests a homeserver that goes away, returns, and limits rates in the middle of a conversation.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct InterruptionTests {
    @Test(arguments: HomeKind.allCases)
    func linesSentDuringServerRestartArriveOnceInOrder(kind: HomeKind) async throws {
        let company = try await Company.gather(at: kind)
        let (ana, bo, kim) = (company.ana, company.bo, company.kim)
        try await company.makeGroup("Tea")
        try await bo.acceptInvitation()
        let room = try await kim.acceptInvitation()
        try await ana.say("first")
        try await bo.screen.waitFor("first")
        try await kim.waitToRead("first", in: room)

        try await company.home.end()
        for person in [ana, bo] {
            try await person.screen.waitUntil("that the server is gone") { !$0.contains(" online") }
        }
        let lines = ["second", "third", "fourth"]
        for line in lines {
            try await ana.say(line)
            try await ana.screen.waitFor(line, endingIn: "unsent")
        }
        try await bo.say("bo's own")
        try await bo.screen.waitFor("bo's own", endingIn: "unsent")
        try await company.home.startAgain()
        for person in [ana, bo] { try await person.screen.waitFor(" online") }
        for line in lines { try await bo.screen.waitFor(line) }
        try await ana.screen.waitFor("bo's own")
        try await kim.waitToRead("fourth", in: room)
        try await kim.waitToRead("bo's own", in: room)
        try await ana.say("last")
        let seen = try await kim.waitUntil("the last line", in: room) { $0.eventID(of: "last") != nil }
        #expect(seen.texts.filter { $0 != "bo's own" } == ["first"] + lines + ["last"])
        #expect(seen.texts.count { $0 == "bo's own" } == 1)
        try await bo.screen.waitFor("last")
        for person in [ana, bo] {
            let rows = person.screen.screen.rows
            for line in lines + ["bo's own"] { #expect(rows.count { $0.contains(" \(line)") } == 1, "\(line)") }
        }
    }

    @Test func rateLimitedLinesAreSentOnceAndInOrder() async throws {
        let synapse = try await Synapse()
        let company = try await Company.gather(at: synapse)
        let (ana, kim) = (company.ana, company.kim)
        try await ana.invite("@kim:localhost")
        let room = try await kim.acceptInvitation()
        try await synapse.end()
        try await ana.screen.waitUntil("that the server is gone") { !$0.contains(" online") }
        try await synapse.start(.defaults)
        try await ana.screen.waitFor(" online")

        // The lines exceed the ten that may be sent at once. After these, one may be sent every five seconds.
        let lines = (1...13).map { "line \($0)" }
        for line in lines { try await ana.say(line) }
        try await kim.waitToRead("line 13", in: room)
        #expect(try await kim.look(in: room).texts == lines)
        try await ana.screen.waitFor("line 13", endingIn: "sent")
        #expect(ana.screen.screen.rows.count { $0.contains(" line 1") } == 5)
        try await ana.screen.waitUntil("nothing unsent") { !$0.contains("unsent") && !$0.contains("sending…") }
    }
}
