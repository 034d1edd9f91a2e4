import Glibc
import TestSupport
import Testing

extension NothingLost {
    /// Tests a disk that becomes read-only.
    @Suite(
        .serialized, .timeLimit(.minutes(10)),
        .enabled(if: ReadOnlyDisk.canBeMade, "left out: this machine lets nobody mount a directory of their own"))
    struct ReadOnlyDiskTests {
        @Test(arguments: Chats.allCases)
        func readOnlyDiskIsReportedAndUnsentLinesSurvive(in chats: Chats) async throws {
            let conversation = try await Conversation(isOpen: false, isEncrypted: chats.areEncrypted)
            let (ana, server) = (conversation.ana, conversation.server)
            try await conversation.openBoth()
            try await server.end(by: SIGTERM)
            try await ana.waitUntilOffline()
            try await ana.say("n001")
            try await ana.end(by: SIGTERM)

            let said = try await ana.failToOpen(wrapper: ReadOnlyDisk.wrapper(over: ana.sandbox.path))
            #expect(said.contains("Read-only file system") || said.contains("can't be written"), "\(said)")
            #expect(said.contains(": "))

            try await server.start()
            try await ana.openOnline()
            try await conversation.expectNothingLost(ana: ["n001"])
        }

        @Test(arguments: Chats.allCases)
        func diskTurningReadOnlyLosesNothing(in chats: Chats) async throws {
            let conversation = try await Conversation(isOpen: false, isEncrypted: chats.areEncrypted)
            let (ana, bo) = (conversation.ana, conversation.bo)
            let disk = FailingDisk(of: ana)
            try await ana.openOnline(wrapper: disk.wrapper)
            try await bo.openOnline()
            try await conversation.waitForKeys()
            try await ana.say("n001")
            try await ana.waitUntilAllIsSent()

            try disk.fail()
            try ana.enter("n002")
            try await ana.waitToHaveBack("n002")
            try await ana.screen.waitFor("this device can't keep it")
            // Messages that can't be stored are requested again.
            try await bo.say("n501")
            try await bo.waitUntilAllIsSent()
            try await ana.screen.waitUntil("“not kept” at the top") {
                $0.statusLine.contains("not kept")
            }
            try await conversation.expectOnServer([(ana, ["n001"])])

            try disk.recover()
            try ana.screen.send(.enter)
            try await conversation.expectNothingLost(ana: ["n001", "n002"], bo: ["n501"])
            try await ana.screen.waitUntil("online") {
                $0.statusLine.contains("online") && !$0.statusLine.contains("not kept")
            }
        }
    }
}
