import TestSupport
import TestTraits
import Testing

/// Tests accounts that Confab registers on Synapse.
@Suite(.serialized, .outside, .timeLimit(.minutes(10)), .sandboxed) struct RegistrationTests {
    @Test func registrationTokenIsRequiredAndAccepted() async throws {
        let synapse = try await Synapse(registrationToken: "seedlings")
        let ana = try PersonAtScreen("ana")
        let without = try await ana.run(
            ["login", synapse.address, "--register", "--user", "ana"], input: "a password of ana\n")
        #expect(without.exit == .status(1))
        #expect(without.errors.contains("wants a registration token"))
        try await ana.logIn(at: synapse.address, ["--register", "--token", "seedlings"])
        try ana.open()
        try await ana.screen.waitFor("online")
    }
}
