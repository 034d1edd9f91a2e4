import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// Tests the search for messages that are not on the disk, with a real server.
@Suite(.timeLimit(.minutes(5))) struct ServerSearchTests {
    private static let lastLineAlone = #"{"room":{"timeline":{"limit":1}}}"#

    private static func hits(_ text: String, at device: Device) async throws -> [SearchHit] {
        let parsed = SearchedText(text, today: .now)
        let index = device.database.search
        let question = try #require(
            ServerSearchQuery(parsed, parsed.query, chatsWithGaps: try await index.chatsWithGaps()))
        let page = try await device.person.client.searchMessages(
            question.term, roomIDs: question.chatIDs.sorted(), senders: nil, limit: 50, from: nil)
        return try await index.hits(elsewhere: question.messages(of: page))
    }

    @Test func serverSearchFindsEditedTextNotStoredLocally() async throws {
        try await Device.withTwo { ana, bo in
            _ = try await bo.person.say("the gate code", in: bo.chatID)
            let edited = try await bo.person.say("the kettle", in: bo.chatID)
            _ = try await bo.person.client.send(
                roomID: bo.chatID, type: "m.room.message", transactionID: "e",
                content: [
                    "msgtype": "m.text", "body": "* the gate is open",
                    "m.new_content": ["msgtype": "m.text", "body": "the gate is open"],
                    "m.relates_to": ["rel_type": "m.replace", "event_id": .string(edited)],
                ])
            _ = try await bo.person.say("last gate", in: bo.chatID)
            let response = try await ana.person.client.sync(
                since: nil, filter: Self.lastLineAlone, timeoutMilliseconds: 0)
            for slice in SyncTranslator(userID: ana.person.userID).slices(of: response, now: 1) {
                _ = try await ana.database.sync.apply(slice)
            }
            let found = try await Self.hits("gate", at: ana)
            #expect(found.map(\.message.body) == ["the gate is open", "the gate code"])
            #expect(found.first?.message.eventID == edited)
            #expect(try await Self.hits("\"the gate\" -open", at: ana).map(\.message.body) == ["the gate code"])
            #expect(try await Self.hits("gate has:link", at: ana).isEmpty)
        }
    }

    @Test func searchBySenderOrAttachmentNeedsNoText() async throws {
        try await Device.withTwo { ana, bo in
            _ = try await ana.person.say("hers", in: ana.chatID)
            _ = try await bo.person.say("his, see https://example.org", in: bo.chatID)
            _ = try await bo.person.client.send(
                roomID: bo.chatID, type: "m.room.message", transactionID: "p",
                content: ["msgtype": "m.image", "body": "cat.png", "url": "mxc://localhost/cat"])
            for number in 0..<3 { _ = try await ana.person.say("line \(number)", in: ana.chatID) }
            let response = try await ana.person.client.sync(
                since: nil, filter: Self.lastLineAlone, timeoutMilliseconds: 0)
            for slice in SyncTranslator(userID: ana.person.userID).slices(of: response, now: 1) {
                _ = try await ana.database.sync.apply(slice)
            }
            func walk(_ text: String, by userID: String? = nil) async throws -> [String] {
                let parsed = SearchedText(text, today: .now)
                var query = parsed.query
                query.senders = userID.map { [$0] }
                let index = ana.database.search
                let question = try #require(
                    ServerSearchQuery(parsed, query, chatsWithGaps: try await index.chatsWithGaps()))
                #expect(question.isWalk)
                var found: [SearchHit] = []
                var next: ServerSearchCursor?
                repeat {
                    let (page, place) = try await ServerSearchEndpoint.step(
                        question, next?.walk, ana.person.client, index)
                    found += page
                    next = place
                } while next != nil
                return found.map(\.message.body)
            }
            #expect(try await walk("from:bo", by: bo.person.userID) == ["cat.png", "his, see https://example.org"])
            #expect(try await walk("has:picture") == ["cat.png"])
            #expect(try await walk("has:link") == ["his, see https://example.org"])
            #expect(try await walk("has:file from:ana", by: ana.person.userID).isEmpty)
            #expect(try await walk("before:2020").isEmpty)
            #expect(try await walk("after:2020").count == 5)
            // A query with only excluded words is not sent to the server.
            let parsed = SearchedText("-cat", today: .now)
            #expect(ServerSearchQuery(parsed, parsed.query, chatsWithGaps: [ana.chatID]) == nil)
        }
    }

    @Test func filteredPageScansBeyondItsLimit() async throws {
        try await Device.withTwo { ana, bo in
            _ = try await bo.person.say("his", in: bo.chatID)
            for number in 0..<30 { _ = try await ana.person.say("line \(number)", in: ana.chatID) }
            let page = try await ana.person.client.messages(
                in: ana.chatID, by: [bo.person.userID], hasFile: false, limit: 5, from: nil)
            #expect(page.chunk.compactMap { $0.content["body"]?.string } == ["his"])
            let first = try await ana.person.client.messages(
                in: ana.chatID, by: [ana.person.userID], hasFile: false, limit: 5, from: nil)
            let end = try #require(first.end)
            let next = try await ana.person.client.messages(
                in: ana.chatID, by: [ana.person.userID], hasFile: false, limit: 5, from: end)
            let lines = (first.chunk + next.chunk).compactMap { $0.content["body"]?.string }
            #expect(lines == (20..<30).reversed().map { "line \($0)" })
        }
    }
}
