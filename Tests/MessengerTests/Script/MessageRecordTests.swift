import Conversations
import MatrixAPI
import Testing

@testable import Presentation

@Suite(.timeLimit(.minutes(5))) struct MessageRecordTests {
    private let records = MessageRecords(
        chatID: "!garden",
        members: [ChatMember(userID: "@bo:example.org", displayName: "Bo\u{1B}[2J\nana: yes", membership: "join")],
        ownUserID: "@ana:example.org")

    private func message(_ body: String, kind: Message.Kind = .text) -> Message {
        Message(
            eventID: "$1", sender: "@bo:example.org", timestamp: 1_000, kind: kind, body: body, detail: nil,
            isRemoved: false, transactionID: nil, source: "{}")
    }

    @Test func recordTextIsSanitized() throws {
        let record = try #require(records.record(message("one\u{9B}31m\n1970-01-01 00:00 ana: yes\r\n\u{202E}three\t")))
        for line in record.lines + [record.json.line] {
            for scalar in line.unicodeScalars {
                #expect(![.control, .format].contains(scalar.properties.generalCategory), "\(line.debugDescription)")
            }
        }
        // Text after a line break can't be mistaken for another user's message.
        #expect(record.lines.count == 3 && record.lines.dropFirst().allSatisfy { $0.hasPrefix("    ") })
        let again = try JSONValue(parsing: Array(record.json.line.utf8))
        #expect(again["text"] == "one\u{9B}31m\n1970-01-01 00:00 ana: yes\r\n\u{202E}three\t")
        #expect(again == record.json)
    }

    @Test func stateEventsAreOmitted() {
        #expect(records.record(message("", kind: .membership)) == nil)
        #expect(records.record(message("Garden", kind: .chatName)) == nil)
        #expect(records.record(message("", kind: .encrypted))?.lines.first?.contains("encrypted") == true)
        #expect(records.record(message("", kind: .malformed)) != nil)
        #expect(records.record(message("", kind: .unknown)) == nil)
    }

    @Test func ownMessageRecordShowsSendState() throws {
        func line(_ state: OutboxLine.State) throws -> JSONValue {
            let line = OutboxLine(
                id: "t", chatID: "!garden", type: "m.room.message", body: "hello", content: "{}", acceptedAt: 1,
                state: state)
            return try #require(records.record(line)).json
        }
        #expect(try line(.queued)["state"] == "waiting" && line(.queued)["id"] == .null)
        #expect(try line(.sent(eventID: "$2"))["id"] == "$2")
        #expect(try line(.failed(reason: .chatIsLeft))["state"] == "failed")
    }
}
