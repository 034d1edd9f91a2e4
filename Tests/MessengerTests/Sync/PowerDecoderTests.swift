import Conversations
import MatrixAPI
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct PowerDecoderTests {
    @Test func powerLevelsDecidePermissions() {
        let power = PowerDecoder.power(
            levels: [
                "users": [Story.ana: 100, Story.bo: 50], "events": ["m.room.name": 60], "invite": 10, "kick": 50,
            ], creation: ["room_version": "11"], creator: Story.kim)
        #expect(power.maySet("m.room.name", Story.ana))
        #expect(!power.maySet("m.room.name", Story.bo))
        #expect(power.maySet("m.room.topic", Story.bo))
        #expect(!power.maySet("m.room.topic", Story.kim))
        #expect(!power.mayInvite(Story.kim))
        #expect(power.mayRemove(Story.kim, Story.bo))
        #expect(!power.mayRemove(Story.bo, Story.bo))
        #expect(!power.mayRemove(Story.ana, Story.bo))
    }

    @Test func version12CreatorOutranksEveryone() {
        let levels: JSONValue = ["users": [Story.ana: 9_000]]
        let power = PowerDecoder.power(
            levels: levels, creation: ["room_version": "12", "additional_creators": [.string(Story.bo)]],
            creator: Story.kim)
        #expect(power.mayRemove(Story.ana, Story.kim))
        #expect(power.mayRemove(Story.ana, Story.bo))
        #expect(!power.mayRemove(Story.kim, Story.ana))
        let old = PowerDecoder.power(levels: levels, creation: ["room_version": "11"], creator: Story.kim)
        #expect(old.level(of: Story.kim) == 0)
    }

    @Test func creatorIsAdminWithoutPowerLevels() {
        let power = PowerDecoder.power(levels: nil, creation: ["creator": .string(Story.ana)], creator: Story.ana)
        #expect(power.level(of: Story.ana) == 100)
        #expect(power.maySet("m.room.topic", Story.bo))
        #expect(!power.mayRemove(Story.ana, Story.bo))
    }

    @Test func textPowerLevelsCountInOldRooms() {
        let levels: JSONValue = ["users": [Story.ana: "100", Story.bo: "much"], "users_default": true]
        let power = PowerDecoder.power(levels: levels, creation: nil, creator: nil)
        #expect(power.level(of: Story.ana) == 100)
        #expect(power.level(of: Story.bo) == 0)
    }
}
