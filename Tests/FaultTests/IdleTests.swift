import TestSupport
import Testing

extension NothingLost {
    /// Tests that an idle program uses no resources.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct IdleTests {
        /// A clock timer each second and a ping or two wake the program. Twelve to fourteen wakeups were measured,
        /// and another timer a second would exceed the limit.
        private static let mostSleeps = 20

        @Test func idleClientOfARemoteServerSleeps() async throws {
            let conversation = try await Conversation(isOpen: false)
            try await conversation.ana.openOnline()
            try await expectRest(try conversation.ana.screen)
        }

        @Test func idleProgramWithEmbeddedServerSleeps() async throws {
            let sandbox = try Sandbox()
            let screen = try ScreenDriver(ProgramLocation.confab, environment: sandbox.environment)
            try await screen.waitFor("Enter")
            screen.send(.enter)
            try await screen.waitFor("online")
            try await expectRest(screen)
        }

        private func expectRest(_ screen: ScreenDriver) async throws {
            try await settle(screen)
            let bytes = screen.bytesReceived
            // Two connections ping every thirty seconds, so at least one of four samples in a row contains no ping.
            var samples: [(ticks: Int, sleeps: [String: Int])] = []
            repeat {
                let before = try ProcessUsage(of: screen.processIdentifier)
                try await Task.sleep(for: .seconds(10))
                samples.append(try ProcessUsage(of: screen.processIdentifier).since(before))
            } while samples.count < 4 && !samples.contains(where: Self.isRest)
            #expect(samples.contains(where: Self.isRest), "\(samples)")
            #expect(screen.bytesReceived == bytes, "\(screen.described)")
        }

        private static func isRest(_ used: (ticks: Int, sleeps: [String: Int])) -> Bool {
            used.ticks <= 2 && used.sleeps.values.reduce(0, +) <= mostSleeps
        }

        /// Waits until the screen has not changed for a while.
        private func settle(_ screen: ScreenDriver) async throws {
            var bytes = -1
            while screen.bytesReceived != bytes {
                bytes = screen.bytesReceived
                guard await Pause.milliseconds(6_000) else {
                    throw ScreenFailure.notSeen("a screen at rest", screen: screen.described)
                }
            }
        }
    }
}
