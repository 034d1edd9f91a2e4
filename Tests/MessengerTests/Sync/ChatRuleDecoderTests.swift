import Conversations
import MatrixAPI
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct ChatRuleDecoderTests {
    private func decode(
        _ type: String, _ content: JSONValue, before: JSONValue?
    ) throws -> (Message.Kind, String) {
        let unsigned: JSONValue? = before.map { ["prev_content": $0] }
        let event = try #require(
            MatrixEvent(json: Story.event("1", type, stateKey: "", unsigned: unsigned, content: content)))
        let message = MessageDecoder.message(from: event)
        return (message.kind, message.body)
    }

    @Test func changedRuleIsShownButFirstRuleIsNot() throws {
        let open: JSONValue = ["join_rule": "public"]
        #expect(try decode("m.room.join_rules", open, before: ["join_rule": "invite"]) == (.joinRule, "public"))
        #expect(try decode("m.room.join_rules", open, before: open).0 == .unknown)
        #expect(try decode("m.room.join_rules", open, before: nil).0 == .unknown)
        let all: JSONValue = ["history_visibility": "world_readable"]
        let history = try decode("m.room.history_visibility", all, before: ["history_visibility": "shared"])
        #expect(history == (.historyVisibility, "world_readable"))
    }

    @Test func powerLevelChangesAreListed() throws {
        let power = try decode(
            "m.room.power_levels", ["users": ["@ana:x": 100, "@bo:x": 50]],
            before: ["users": ["@ana:x": 100, "@kim:x": 20]])
        #expect(power == (.power, "50 @bo:x\n0 @kim:x"))
        #expect(PowerChange(body: power.1).levels == [.init("@bo:x", 50), .init("@kim:x", 0)])
        #expect(PowerChange(body: "nonsense\n7").levels.isEmpty)
    }

    @Test func pinChangesAreShown() throws {
        let pins: (JSONValue, JSONValue) = (["pinned": ["$1"]], ["pinned": []])
        #expect(try decode("m.room.pinned_events", pins.0, before: pins.1) == (.pins, "+"))
        #expect(try decode("m.room.pinned_events", pins.1, before: pins.0) == (.pins, "-"))
        #expect(try decode("m.room.pinned_events", pins.0, before: pins.0).0 == .unknown)
    }

    @Test func firstPinOfChatIsShown() throws {
        #expect(try decode("m.room.pinned_events", ["pinned": ["$1"]], before: nil) == (.pins, "+"))
        #expect(try decode("m.room.pinned_events", ["pinned": []], before: nil).0 == .unknown)
    }

    @Test func worldReadableHistoryIsShownWithoutPreviousValue() throws {
        func first(_ readers: String) throws -> Message.Kind {
            try decode("m.room.history_visibility", ["history_visibility": .string(readers)], before: nil).0
        }
        #expect(try first("world_readable") == .historyVisibility)
        #expect(try first("shared") == .unknown)
    }

    @Test func removalReasonIsKept() throws {
        let event = try #require(
            MatrixEvent(
                json: Story.event(
                    "1", "m.room.member", stateKey: "@kim:x",
                    unsigned: ["prev_content": ["membership": "join"]],
                    content: ["membership": "leave", "reason": "too loud"])))
        #expect(MessageDecoder.message(from: event).body == "too loud")
    }
}
