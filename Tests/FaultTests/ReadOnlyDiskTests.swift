import Glibc
import TestSupport
import Testing

extension NothingLost {
    /// A disk that takes nothing any more.
    @Suite(
        .serialized, .timeLimit(.minutes(10)),
        .enabled(if: ReadOnlyDisk.canBeMade, "left out: this machine lets nobody mount a directory of their own"))
    struct ReadOnlyDiskTests {
        @Test func aReadOnlyDiskIsSaidAndWhatWasUnsentIsThereAfterwards() async throws {
            let conversation = try await Conversation(isOpen: false)
            let (ana, server) = (conversation.ana, conversation.server)
            try await ana.openOnline()
            try await server.end(by: SIGTERM)
            try await ana.waitUntilOffline()
            try await ana.say("n001")
            try await ana.end(by: SIGTERM)

            let said = try await ana.failToOpen(wrapper: ReadOnlyDisk.wrapper(over: ana.sandbox.path))
            #expect(said.contains("Read-only file system") || said.contains("can't be written"), "\(said)")
            #expect(said.contains(": "))

            try await server.start()
            try await ana.openOnline()
            try await conversation.bo.openOnline()
            try await conversation.expectNothingLost(ana: ["n001"])
        }
    }
}
