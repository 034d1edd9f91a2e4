import Glibc
import TestSupport
import Testing

extension NothingLost {
    @Suite(.serialized, .timeLimit(.minutes(10))) struct KilledClientTests {
        @Test(arguments: Chats.allCases)
        func lineAcceptedBeforeAKillIsSentOnce(in chats: Chats) async throws {
            let conversation = try await Conversation(isEncrypted: chats.areEncrypted)
            let ana = conversation.ana
            for number in 1...4 {
                try await ana.say(Conversation.line(number))
                try await ana.kill()
                try await ana.openOnline()
            }
            try await ana.say("n005")
            try await conversation.expectEverywhere(Conversation.lines(1...5))
        }

        @Test(arguments: Chats.allCases)
        func burstOfLinesStaysInOrderAfterAKill(in chats: Chats) async throws {
            let conversation = try await Conversation(isEncrypted: chats.areEncrypted)
            let ana = conversation.ana
            for line in Conversation.lines(1...6) { try ana.enter(line) }
            try await ana.waitToSee(Conversation.lines(1...6))
            try await ana.kill()
            try await ana.openOnline()
            try await conversation.expectEverywhere(Conversation.lines(1...6))
        }

        @Test(arguments: Chats.allCases)
        func lineWithUnsavedResponseIsSentOnce(in chats: Chats) async throws {
            let conversation = try await Conversation(hasProxy: true, isEncrypted: chats.areEncrypted)
            let (ana, proxy) = (conversation.ana, try conversation.proxy)
            let held = proxy.meet(.send, with: .hold)
            try await ana.say("n001")
            try await proxy.waitForFaults(by: held)
            let lock = try WriteLock(of: ana)
            proxy.mend()
            try await Task.sleep(for: .milliseconds(300))
            try await ana.kill()
            try lock.release()
            try await ana.openOnline()
            try await conversation.expectNothingLost(ana: ["n001"])
        }

        /// Many chats are synced at once, so that their changes are committed in several slices.
        @Test func syncKilledWhileApplyingIsAppliedOnce() async throws {
            let conversation = try await Conversation(isOpen: false, hasProxy: true)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            let chats = [conversation.roomID] + (try await conversation.makeChats(13))
            try await ana.openOnline()
            try await conversation.waitForDisk(of: ana, toHave: [], in: chats)
            try await ana.end(by: SIGTERM)
            var lines: [String] = []
            var token: String?
            var taken: WriteLock?
            for round in 0..<10 where taken == nil {
                if round > 0 { try await ana.end(by: SIGTERM) }
                let next = Conversation.lines(501 + 45 * round...545 + 45 * round)
                for chat in chats { for line in next { try await bo.post(line, in: chat) } }
                lines += next
                token = try conversation.syncToken(of: ana)

                let held = proxy.meet(.sync, with: .hold)
                try await ana.open()
                try await proxy.waitForFaults(by: held)
                proxy.mend()
                taken = try await WriteLock.betweenSlices(of: ana, from: bo, bringing: chats.count * next.count)
            }
            let lock = try #require(taken)
            try await ana.kill()
            try lock.release()
            #expect(try conversation.syncToken(of: ana) == token)

            try await ana.openOnline()
            try await conversation.waitForDisk(of: ana, toHave: lines, in: chats)
            #expect(try conversation.syncToken(of: ana) != token)
        }
    }
}
