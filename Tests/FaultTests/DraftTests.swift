import Conversations
import Glibc
import Storage
import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized, .timeLimit(.minutes(10))) struct DraftTests {
        @Test func draftIsSavedImmediatelyOnTermination() async throws {
            let conversation = try await Conversation(isOpen: false)
            let ana = conversation.ana
            try await ana.openOnline()
            try ana.screen.send("half a sent")
            try await ana.screen.waitFor("half a sent")
            #expect(try await ana.end(by: SIGTERM) == .status(0))
            try await ana.openOnlineWithDraft("half a sent")
            #expect(try await conversation.linesOnServer().isEmpty)
        }

        @Test func aDraftSurvivesAKillAfterAPause() async throws {
            let conversation = try await Conversation(isOpen: false)
            let ana = conversation.ana
            try await ana.openOnline()
            try ana.screen.send("half a sent")
            // The chat list shows the draft once its write to the disk has begun.
            try await ana.screen.waitFor("half a sent")
            let database = try ProfileDatabase.reading(path: ana.database)
            while try !database.opening().drafts.contains(where: { $0.text == "half a sent" }) {
                try await Task.sleep(for: .milliseconds(20))
            }
            database.close()
            try await ana.kill()
            try await ana.openOnlineWithDraft("half a sent")
            try ana.screen.send("ence")
            try ana.screen.send(.enter)
            try await ana.screen.waitUntil("the whole line in the chat") {
                $0.chat.contains { $0.contains("half a sentence") }
            }
            // Once the line is on disk, its draft is gone, even after a kill.
            try await ana.kill()
            try await ana.openOnline()
            #expect(try !ana.screen.screen.composer.contains { $0.contains("half") })
            try await ana.waitUntilAllIsSent()
            #expect(try await conversation.linesOnServer() == ["half a sentence"])
        }
    }
}
