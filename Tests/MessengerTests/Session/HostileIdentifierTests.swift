import Conversations
import MatrixAPI
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests hostile identifiers, reasons and power levels from a server, which are treated as plain text and numbers.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct HostileIdentifierTests {
    private static let hostile = "@\u{1B}[2J\u{9B}31m\u{202E}\u{7}\n:x"

    private func isText(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: false
            default: true
            }
        }
    }

    @Test func memberIDAndPowerAreSanitizedInDetails() async throws {
        let bench = try Workbench()
        bench.queue.open()
        try await bench.sync(
            state: [Story.creation(by: Self.hostile)],
            [
                Story.levels(["users": [Self.hostile: 9_007_199_254_740_991]], id: Self.hostile),
                Story.membership("j", of: Self.hostile, "join"),
            ])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.queue.post(ChatDetailsEvent.opening())
        let model = bench.chatDetails
        #expect(model.memberCount == 1)
        let member = model.member(0)
        for text in [member.name, member.detail, member.role] { #expect(isText(text.string)) }
        #expect(member.role == "power 9007199254740991")
        #expect(member.moderation.remove.perform.reason != nil)
    }

    @Test func deletionSenderAndReasonAreSanitized() {
        let removal = MessageRemoval(
            eventID: Self.hostile, sender: Self.hostile, timestamp: 1 << 53, reason: Self.hostile)
        let message = Story.line(1, isRemoved: true).message.removed(by: removal)
        let shown = MessageViewModelBuilder(
            shared: SharedRowValues(names: MemberNames(Story.members), time: Story.time, ownUserID: Story.ana),
            isOnline: true, changes: AskedChanges([])
        ).build(message, status: .empty)
        #expect(shown.text.string.hasPrefix("Deleted by "))
        #expect(isText(shown.text.string))
        let story = MessageInfoPageBuilder(
            story: MessageInfo(message: message, versions: [], line: nil, readers: []), lineStory: nil, line: nil,
            names: MemberNames(Story.members), ownUserID: Story.ana, time: Story.time
        ).build()
        for line in story.sections.flatMap(\.lines) { #expect(isText(line.string)) }
    }

    @Test func malformedPowerLevelsUseDefaults() {
        let levels: JSONValue = [
            "users": ["@bo:x": "99999999999999999999", "@kim:x": .double(1e300), "@ana:x": ["100"]],
            "users_default": [:],
            "events": ["m.room.name", "m.room.topic"], "kick": .null, "invite": "much", "redact": true,
            "events_default": "-9223372036854775808", "notifications": 7,
        ]
        let power = PowerDecoder.power(levels: levels, creation: ["room_version": "\u{1B}12"], creator: Self.hostile)
        #expect(["@ana:x", "@bo:x", "@kim:x", Self.hostile].map(power.level) == [0, 0, 0, 0])
        #expect((power.kick, power.invite, power.redact) == (50, 0, 50))
        #expect(power.maySend("m.room.message", "@bo:x"))
        #expect(!power.maySet("m.room.name", "@bo:x"))
        #expect(PowerDecoder.power(ChatPowerSource(levels: "{", creation: "[", creator: nil)) != nil)
    }
}
