import Conversations
import MatrixAPI
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct AccountSettingsTests {
    private func event(_ type: String, _ content: JSONValue) throws -> MatrixEvent {
        try #require(MatrixEvent(json: ["type": .string(type), "content": content]))
    }

    @Test func tagsOfOtherClientsAreRead() {
        let pinned: JSONValue = ["tags": ["m.favourite": ["order": 1]]]
        #expect(AccountSettings.tags(in: pinned) == ChatTags(isPinned: true, pinOrder: 1))
        #expect(
            AccountSettings.tags(in: ["tags": ["m.favourite": ["order": "0.5"], "m.lowpriority": [:]]])
                == ChatTags(isPinned: true, pinOrder: 0.5, isArchived: true))
        #expect(AccountSettings.tags(in: ["tags": ["u.work": [:], "m.favourite": []]]) == ChatTags(isPinned: true))
        #expect(AccountSettings.tags(in: [:]) == ChatTags())
    }

    @Test func stableMarkedUnreadTypeOverridesUnstable() throws {
        let old = try event("com.famedly.marked_unread", ["unread": true])
        let new = try event("m.marked_unread", ["unread": false])
        #expect(AccountSettings.isMarkedUnread([]) == nil)
        #expect(AccountSettings.isMarkedUnread([old]) == true)
        #expect(AccountSettings.isMarkedUnread([new, old]) == false)
    }

    @Test func notificationLevelsAreReadFromPushRules() throws {
        let condition: JSONValue = ["kind": "event_match", "key": "room_id", "pattern": "!off"]
        let other: JSONValue = ["kind": "event_match", "key": "sender", "pattern": "@bo:x"]
        let rules = try event(
            "m.push_rules",
            [
                "global": [
                    "override": [
                        ["rule_id": "!off", "conditions": [condition], "actions": ["dont_notify"], "enabled": true],
                        ["rule_id": "x", "conditions": [other], "actions": []],
                        ["rule_id": ".m.rule.master", "conditions": [], "actions": [], "enabled": false],
                    ],
                    "room": [
                        ["rule_id": "!quiet", "actions": []], ["rule_id": "!loud", "actions": ["notify"]],
                        ["rule_id": "!was", "actions": [], "enabled": false], ["rule_id": "!off", "actions": []],
                    ],
                ]
            ])
        #expect(AccountSettings.notificationLevels(in: [rules]) == ["!off": .off, "!quiet": .mentions])
        #expect(AccountSettings.notificationLevels(in: []) == nil)
    }

    @Test func ignoredUserListIsReadCompletely() throws {
        let list = try event("m.ignored_user_list", ["ignored_users": ["@kim:x": [:]]])
        #expect(AccountSettings.ignored(in: [list]) == ["@kim:x"])
        #expect(AccountSettings.ignored(in: [try event("m.ignored_user_list", [:])]) == [])
        #expect(AccountSettings.ignored(in: []) == nil)
    }
}
