import Foundation
import TestSupport
import Testing

extension NothingLost {
    /// Tests the first sync of a device, which takes some servers minutes.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct FirstSyncTests {
        @Test func initialSyncKilledWhileStoringIsNotRepeated() async throws {
            let conversation = try await Conversation(isOpen: false, hasProxy: true)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            try await bo.openOnline()
            try await bo.say("n501")
            try await bo.waitUntilAllIsSent()
            // The database exists, and is still empty.
            proxy.meet(.anything, with: .loseRequest, times: 1_000)
            try await ana.open()
            try await ana.screen.waitFor("once the server")
            try await ana.kill()
            // The proxy also counts requests that it dropped.
            let lost = proxy.count(of: .firstSync)

            proxy.mend()
            let lock = try WriteLock(of: ana)
            try await ana.open()
            try await waitForFile(ana.database + ".answer")
            try await ana.kill()
            try lock.release()

            try await ana.openOnline()
            try await ana.waitToSee(["n501"])
            #expect(proxy.count(of: .firstSync) == lost + 1)
            #expect(!FileManager.default.fileExists(atPath: ana.database + ".answer"))
            try await bo.say("n502")
            try await conversation.expectNothingLost(bo: ["n501", "n502"])
        }

        @Test func chatListShowsLoadingDuringTheInitialSync() async throws {
            let conversation = try await Conversation(isOpen: false, hasProxy: true)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            let held = proxy.meet(.firstSync, with: .hold)
            try await ana.open()
            try await ana.screen.waitFor("their way…")
            try await proxy.waitForFaults(by: held)
            #expect(try ana.screen.screen.statusLine.contains("getting your chats…"))
            #expect(try !ana.screen.screen.contains("No chats yet"))
            proxy.mend()
            try await ana.waitUntilOnline()
            try await ana.screen.waitFor("write a message")
        }

        private func waitForFile(_ path: String) async throws {
            while !FileManager.default.fileExists(atPath: path) {
                guard await Pause.milliseconds(5) else { throw ScreenFailure.notSeen(path, screen: "") }
            }
        }
    }
}
