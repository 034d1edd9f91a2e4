import Foundation
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    /// What can happen to what was said before, when it is asked for.
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
                    .answer(
                        status: 400, headers: ["Content-Type": "application/json"],
                        body: #"{"errcode":"M_UNKNOWN","error":"Invalid pagination token"}"#)
                }
            }
        }

        /// To a device without a database, which asks for what a first sync leaves out.
        @Test func whatWasSaidBeforeIsThereOnceAndInOrderAfterEachBreakage() async throws {
            let conversation = try await Conversation(isOpen: false, hasProxy: true)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            let said = Conversation.lines(501...530)
            for line in said { try await say(line, as: bo, in: conversation.roomID) }
            try await bo.openOnline()
            for breakage in Breakage.allCases {
                if ana.isOpen { try await ana.kill() }
                for ending in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: ana.database + ending)
                }
                let before = proxy.faults
                proxy.meet(.messages, with: breakage.fault)
                try await ana.openOnline()
                try await proxy.waitForFaults(before + 1)
                if case .answerStalled = breakage { proxy.cut() }
                try await conversation.expectNothingLost(bo: said, after: breakage)
            }
        }

        @Test func aKillWhileWhatWasMissedIsOnItsWayLosesNothing() async throws {
            let conversation = try await Conversation(isOpen: false, hasProxy: true)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            let said = Conversation.lines(501...530)
            try await bo.openOnline()
            for line in said { try await say(line, as: bo, in: conversation.roomID) }
            proxy.meet(.messages, with: .hold)
            try await ana.openOnline()
            try await proxy.waitForFaults()
            try await ana.kill()
            proxy.mend()
            try await ana.openOnline()
            try await conversation.expectNothingLost(bo: said)
        }

        @Test func aServerThatRepeatsEventsInAnyOrderIsReadOnce() async throws {
            let conversation = try await Conversation(isOpen: false, hasProxy: true)
            let (ana, bo, proxy) = (conversation.ana, conversation.bo, try conversation.proxy)
            proxy.meet(.stream, with: .answer(status: 404, body: "{}"), times: 1_000)
            proxy.meet(.sync, with: .change { Self.repeated($0, at: ["timeline", "events"]) }, times: 1_000)
            proxy.meet(.messages, with: .change { Self.repeated($0, at: ["chunk"]) }, times: 1_000)
            var said = Conversation.lines(501...530)
            for line in said { try await say(line, as: bo, in: conversation.roomID) }
            try await bo.openOnline()
            try await ana.openOnline()
            for line in Conversation.lines(531...533) {
                try await bo.say(line)
                said.append(line)
            }
            try await conversation.expectNothingLost(bo: said)
            #expect(proxy.faults > 2)
        }

        private func say(_ line: String, as person: Person, in roomID: String) async throws {
            _ = try await person.client.send(
                roomID: roomID, type: "m.room.message", transactionID: line,
                content: ["msgtype": "m.text", "body": .string(line)])
        }

        /// The page without its events, to be asked for again from where it began.
        private static func emptied(_ body: [UInt8]) -> [UInt8] {
            guard var page = try? JSONValue(parsing: body), let start = page["start"] else { return body }
            page["chunk"] = []
            page["end"] = start
            return Array(page.serialized)
        }

        /// Each list of events at such a place is there once more behind itself, from its end to its beginning.
        private static func repeated(_ body: [UInt8], at path: [String]) -> [UInt8] {
            guard let json = try? JSONValue(parsing: body) else { return body }
            return Array(repeated(json, at: path).serialized)
        }

        private static func repeated(_ json: JSONValue, at path: [String]) -> JSONValue {
            guard let members = json.object else { return json }
            var changed = json
            for (name, value) in members {
                if name == path.first, path.count > 1 {
                    changed[name] = repeated(value, at: Array(path.dropFirst()))
                } else if name == path.first, let events = value.array {
                    changed[name] = .array(events + events.reversed())
                } else {
                    changed[name] = repeated(value, at: path)
                }
            }
            return changed
        }
    }
}
