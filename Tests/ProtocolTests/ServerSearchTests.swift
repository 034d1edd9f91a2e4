import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing

@testable import Messenger

/// What the disk doesn't hold, from a real server.
@Suite(.timeLimit(.minutes(5))) struct ServerSearchTests {
    private static let lastLineAlone = #"{"room":{"timeline":{"limit":1}}}"#

    private static func hits(_ text: String, at device: Device) async throws -> [SearchHit] {
        let parsed = SearchedText(text, today: .now)
        let index = device.database.search
        let question = try #require(
            ServerSearchQuestion(parsed, parsed.query, chatsWithGaps: try await index.chatsWithGaps()))
        let page = try await device.person.client.searchMessages(
            question.term, roomIDs: question.chatIDs.sorted(), senders: nil, limit: 50, from: nil)
        return try await index.hits(elsewhere: question.messages(of: page))
    }

    @Test func theServerFindsWhatIsNotHereInTheWordsOfItsEdit() async throws {
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
}
