import MatrixAPI
import TestSupport
import TestTraits
import Testing

/// Tests tokens that expire every few seconds, on Synapse.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct TokenTests {
    @Test func expiringTokensAreRefreshedDuringAConversation() async throws {
        let company = try await Company.gather(at: try await Synapse(tokenLifetime: "4s"))
        let (ana, kim) = (company.ana, company.kim)
        try await ana.invite("@kim:localhost")
        let room = try await kim.acceptInvitation()
        var seen = [try tokens(of: ana)]
        #expect(seen[0].refreshToken != nil)
        var lines: [String] = []
        while seen.count < 4 {
            lines.append("line \(lines.count + 1)")
            try await ana.say(lines[lines.count - 1])
            try await kim.waitToRead(lines[lines.count - 1], in: room)
            // A few lines for each token suffice.
            try await Task.sleep(for: .milliseconds(500))
            let now = try tokens(of: ana)
            if now != seen.last { seen.append(now) }
        }
        #expect(try await kim.look(in: room).texts == lines)
        #expect(ana.screen.screen.contains(" online"))
        #expect(Set(seen.map(\.accessToken)).count == seen.count)
    }

    private func tokens(of person: PersonAtScreen) throws -> AccessTokens {
        try KeptTokens.read(home: person.home.path, profile: "\(person.name)@localhost")
    }
}
