import MatrixAPI
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct PushRuleTests {
    private let rules = "v3/pushrules/global"

    @Test func pushRuleIsStoredReadAndDeleted() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let since = try await ana.now()
        #expect(try await ana.ask(.PUT, rules + "/room/!tea:localhost", ["actions": ["dont_notify"]]).status == 200)
        let rule = try await ana.ask(.GET, rules + "/room/!tea:localhost").body
        #expect(rule["enabled"] == true && rule["default"] == false && rule["actions"] == [])
        let update = try await ana.sync(since: since)
        let event = update["account_data"]?["events"]?.array?.last
        #expect(event?["type"]?.string == "m.push_rules")
        #expect(event?["content"]?["global"]?["room"]?.array?.count == 1)
        #expect(try await ana.sync()["account_data"]?["events"]?.array?.count == 1)

        #expect(try await ana.ask(.DELETE, rules + "/room/!tea:localhost").status == 200)
        #expect(try await ana.ask(.GET, rules + "/room/!tea:localhost").code == "M_NOT_FOUND")
        #expect(try await ana.ask(.DELETE, rules + "/room/!tea:localhost").code == "M_NOT_FOUND")
        await server.stop()
    }

    @Test func pushRulesKeepTheRequestedOrder() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let body: JSONValue = ["actions": ["notify"], "conditions": []]
        for path in ["one", "two", "three?before=one", "four?after=two"] {
            #expect(try await ana.ask(.PUT, rules + "/override/" + path, body).status == 200)
        }
        let names = try await ana.ask(.GET, rules + "/override").array.compactMap { $0["rule_id"]?.string }
        #expect(names.prefix(5) == [".m.rule.master", "two", "four", "three", "one"])
        #expect(try await ana.ask(.PUT, rules + "/override/five?before=.m.rule.master", body).status == 404)
        #expect(try await ana.ask(.PUT, rules + "/override/.mine", body).code == "M_INVALID_PARAM")
        #expect(try await ana.ask(.PUT, rules + "/content/word", ["actions": []]).code == "M_MISSING_PARAM")
        #expect(try await ana.ask(.PUT, rules + "/nothing/word", ["actions": []]).code == "M_INVALID_PARAM")
        await server.stop()
    }

    @Test func predefinedPushRuleCanBeDisabledButNotDeleted() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let message = rules + "/underride/.m.rule.message"
        #expect(try await ana.ask(.PUT, message + "/enabled", ["enabled": false]).status == 200)
        #expect(try await ana.ask(.GET, message + "/enabled").body == ["enabled": false])
        #expect(try await ana.ask(.PUT, message + "/actions", ["actions": ["notify"]]).status == 200)
        #expect(try await ana.ask(.GET, message + "/actions").body == ["actions": ["notify"]])
        #expect(try await ana.ask(.DELETE, message).code == "M_INVALID_PARAM")
        #expect(try await ana.ask(.PUT, message + "/enabled", [:]).code == "M_MISSING_PARAM")
        await server.stop()
    }

    @Test func mutedRoomCountsNothingAndMentionsOnlyCountsMentions() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        try await ana.say("one", in: room)
        try await ana.say("bo, two", in: room)
        #expect(try await bo.counts(in: room) == [2, 1])
        try await bo.ask(.PUT, rules + "/room/\(room)", ["actions": []])
        #expect(try await bo.counts(in: room) == [1, 1])
        let condition: JSONValue = ["kind": "event_match", "key": "room_id", "pattern": .string(room)]
        try await bo.ask(.PUT, rules + "/override/\(room)", ["conditions": [condition], "actions": []])
        #expect(try await bo.counts(in: room) == [0, 0])
        try await bo.ask(.PUT, rules + "/override/\(room)/enabled", ["enabled": false])
        #expect(try await bo.counts(in: room) == [1, 1])
        await server.stop()
    }

    @Test func unknownPushActionIsRefused() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let path = rules + "/override/tea"
        let body: JSONValue = ["actions": ["stop_everything"], "conditions": []]
        #expect(try await ana.ask(.PUT, path, body).code == "M_INVALID_PARAM")
        #expect(try await ana.ask(.GET, path).code == "M_NOT_FOUND")
        let old: JSONValue = ["actions": ["dont_notify", "coalesce", ["set_tweak": "sound"]], "conditions": []]
        #expect(try await ana.ask(.PUT, path, old).status == 200)
        #expect(try await ana.ask(.PUT, path + "/actions", ["actions": ["notify", 7]]).code == "M_INVALID_PARAM")
        #expect(try await ana.ask(.GET, path).body["actions"] == ["notify", ["set_tweak": "sound"]])
        await server.stop()
    }

    @Test func pushRulePatternSupportsWildcards() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        for text in ["An exciting triple-whammy", "exple", "examples"] { try await ana.say(text, in: room) }
        let highlight: JSONValue = ["notify", ["set_tweak": "highlight"]]
        try await bo.ask(.PUT, rules + "/content/tea", ["pattern": "ex*ple", "actions": highlight])
        #expect(try await bo.counts(in: room) == [3, 2])
        try await bo.ask(.DELETE, rules + "/content/tea")
        let condition: JSONValue = ["kind": "event_match", "key": "content.body", "pattern": "ex?mples"]
        try await bo.ask(.PUT, rules + "/override/tea", ["conditions": [condition], "actions": highlight])
        #expect(try await bo.counts(in: room) == [3, 1])
        await server.stop()
    }

    @Test func pushRuleMatchesEscapedKeysAndTheDisplayName() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let conditions: JSONValue = [
            ["kind": "event_match", "key": "content.m\\.x.a\\.b", "pattern": "kettle"],
            ["kind": "contains_display_name"], ["kind": "event_match", "key": "content.body", "pattern": "TEA"],
        ]
        let actions: JSONValue = ["notify", ["set_tweak": "highlight"]]
        try await bo.ask(.PUT, rules + "/override/tea", ["conditions": conditions, "actions": actions])
        let messages: [(body: JSONValue, property: JSONValue)] = [
            ("bo, tea", "Kettle"), ("no tea", "Kettle"), ("bo, tea", "pot"), ("bo, coffee", "kettle"),
        ]
        for (number, message) in messages.enumerated() {
            // With mentions that name nobody, only the rule highlights.
            let content: JSONValue = [
                "msgtype": "m.text", "body": message.body, "m.mentions": [:], "m.x": ["a.b": message.property],
            ]
            let path = "v3/rooms/\(room)/send/m.room.message/\(number)"
            #expect(try await ana.ask(.PUT, path, content).status == 200)
        }
        #expect(try await bo.counts(in: room) == [4, 1])
        await server.stop()
    }

    @Test func pushRulesMatchContentSenderAndMemberCount() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        for text in ["one", "the kettle sings", "kettles", "bo!"] { try await ana.say(text, in: room) }
        #expect(try await bo.counts(in: room) == [4, 1])
        try await bo.ask(
            .PUT, rules + "/content/kettle",
            ["pattern": "kettle", "actions": ["notify", ["set_tweak": "highlight"]]])
        #expect(try await bo.counts(in: room) == [4, 2])
        try await bo.ask(.PUT, rules + "/sender/\(ana.userID)", ["actions": []])
        #expect(try await bo.counts(in: room) == [2, 2])
        let two: JSONValue = ["kind": "room_member_count", "is": "2"]
        try await bo.ask(.PUT, rules + "/override/pairs", ["conditions": [two], "actions": ["notify"]])
        #expect(try await bo.counts(in: room) == [4, 0])
        let many: JSONValue = ["kind": "room_member_count", "is": ">2"]
        try await bo.ask(.PUT, rules + "/override/pairs", ["conditions": [many], "actions": ["notify"]])
        #expect(try await bo.counts(in: room) == [2, 2])
        await server.stop()
    }
}

extension Person {
    /// Returns the number of messages that notify, and how many of these highlight.
    fileprivate func counts(in room: String) async throws -> [Int64?] {
        let counts = try await sync().joined(room)?["unread_notifications"]
        return [counts?["notification_count"]?.integer, counts?["highlight_count"]?.integer]
    }
}

extension Answer {
    fileprivate var array: [JSONValue] { body.array ?? [] }
}
