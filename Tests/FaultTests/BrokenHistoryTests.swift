import Foundation
import Glibc
import MatrixAPI
import MatrixClient
import TestSeeds
import TestSupport
import Testing

extension NothingLost {
    /// Tests network faults while the history of a chat is fetched.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct BrokenHistoryTests {
        enum Breakage: String, CaseIterable {
            case answerLost, answerResetInItsBody, answerCutShort, answerStalled, portal, badGateway, limited
            case emptyPageWithAnEnd, forgottenToken

            var fault: Fault {
                switch self {
                case .answerLost: .loseAnswer
                case .answerResetInItsBody: .reset(after: 50)
                case .answerCutShort: .truncate(after: 50)
                case .answerStalled: .stall(after: 50)
                case .portal: .portal
                case .badGateway: .badGateway
                case .limited: .limited(for: 300)
                case .emptyPageWithAnEnd: .change(BrokenHistoryTests.emptied)
                case .forgottenToken:
                    .json(status: 400, #"{"errcode":"M_UNKNOWN","error":"Invalid pagination token"}"#)
                }
            }
        }

        /// Sends history to a device without a database, which backfills what a first sync leaves out.
        @Test func backfilledHistoryIsCompleteAfterEachFault() async throws {
            let conversation = try await Conversation(isOpen: false, hasProxy: true)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            let said = Conversation.lines(501...530)
            for line in said { try await bo.post(line, in: conversation.roomID) }
            try await bo.openOnline()
            for breakage in Breakage.allCases {
                if ana.isOpen { try await ana.kill() }
                for ending in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: ana.database + ending)
                }
                let pages = proxy.count(of: .messages)
                let fault = proxy.meet(.messages, with: breakage.fault)
                try await ana.openWithoutDatabase()
                try await proxy.waitForFaults(by: fault)
                if case .answerStalled = breakage {
                    // The fault is not removed: the program itself times out and retries.
                    try await proxy.waitForRequests(pages + 2, to: .messages)
                }
                try await conversation.expectNothingLost(bo: said, after: breakage)
            }
        }

        @Test func killDuringBackfillLosesNothing() async throws {
            let conversation = try await Conversation(isOpen: false, hasProxy: true)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            let said = Conversation.lines(501...530)
            try await bo.openOnline()
            for line in said { try await bo.post(line, in: conversation.roomID) }
            let held = proxy.meet(.messages, with: .hold)
            try await ana.openOnline()
            try await proxy.waitForFaults(by: held)
            try await ana.kill()
            proxy.mend()
            try await ana.openOnline()
            try await conversation.expectNothingLost(bo: said)
        }

        @Test(arguments: Chats.allCases) func repeatedAndReorderedEventsAppearOnce(in chats: Chats) async throws {
            let conversation = try await Conversation(
                isOpen: false, hasProxy: true, isEncrypted: chats.areEncrypted)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            // In an encrypted chat, ana can read only messages that were sent after she had keys.
            if chats.areEncrypted {
                try await conversation.openBoth()
                try await ana.end(by: SIGTERM)
            } else {
                try await bo.openOnline()
            }
            proxy.meet(.stream, with: .answer(status: 404, body: "{}"), times: 1_000)
            let seed = Seeds.ofThisRun()
            let syncs = proxy.meet(
                .sync, with: .change { Self.repeated($0, at: ["timeline", "events"], seed: seed) }, times: 1_000)
            let pages = proxy.meet(
                .messages, with: .change { Self.repeated($0, at: ["chunk"], seed: seed) }, times: 1_000)
            var said = Conversation.lines(501...530)
            for line in said { try await chats.areEncrypted ? bo.say(line) : bo.post(line, in: conversation.roomID) }
            try await bo.waitUntilAllIsSent()
            try await ana.openOnline()
            for line in Conversation.lines(531...533) {
                try await bo.say(line)
                said.append(line)
            }
            try await conversation.expectNothingLost(bo: said)
            #expect(proxy.count(of: syncs) > 0)
            // The sync itself delivers 30 missed lines.
            if !chats.areEncrypted { #expect(proxy.count(of: pages) > 0) }
        }

        /// Returns the page without its events. The next request starts from the same position.
        private static func emptied(_ body: [UInt8]) -> [UInt8] {
            guard var page = try? JSONValue(parsing: body), let start = page["start"] else { return body }
            page["chunk"] = []
            page["end"] = start
            return Array(page.serialized)
        }

        /// Repeats each event in each list with this path, at a random position after the original.
        private static func repeated(_ body: [UInt8], at path: [String], seed: UInt64) -> [UInt8] {
            guard let json = try? JSONValue(parsing: body) else { return body }
            var random = SeededGenerator(seed: seed)
            return Array(repeated(json, at: path, &random).serialized)
        }

        private static func repeated(
            _ json: JSONValue, at path: [String], _ random: inout SeededGenerator
        ) -> JSONValue {
            guard let members = json.object else { return json }
            var changed = json
            // The keys are sorted, so that a seed gives the same result each time.
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                if name == path.first, path.count > 1 {
                    changed[name] = repeated(value, at: Array(path.dropFirst()), &random)
                } else if name == path.first, let events = value.array {
                    changed[name] = .array(repeated(events, &random))
                } else {
                    changed[name] = repeated(value, at: path, &random)
                }
            }
            return changed
        }

        private static func repeated(_ events: [JSONValue], _ random: inout SeededGenerator) -> [JSONValue] {
            var all = events
            for event in events.shuffled(using: &random) {
                let first = all.firstIndex(of: event) ?? 0
                all.insert(event, at: Int.random(in: first + 1...all.count, using: &random))
            }
            return all
        }
    }
}
