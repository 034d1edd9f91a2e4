import Foundation
import MatrixAPI
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct PermissionTests {
    @Test func privateRoomRequiresAnInvitation() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let kim = try await server.person("kim")
        let room = try await ana.createRoom()
        let join = try await kim.ask(.POST, "v3/join/\(room)")
        #expect(join.status == 403 && join.code == "M_FORBIDDEN")
        let send = try await kim.ask(.PUT, "v3/rooms/\(room)/send/m.room.message/1", ["body": "x"])
        #expect(send.status == 403 && send.code == "M_FORBIDDEN")
        await server.stop()
    }

    @Test func memberWithoutPowerCannotKickRenameOrPromoteThemselves() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["invite": [.string(bo.userID)]])
        try await bo.join(room)
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/kick", ["user_id": .string(ana.userID)]).status == 403)
        #expect(try await bo.ask(.PUT, "v3/rooms/\(room)/state/m.room.name/", ["name": "mine"]).status == 403)
        #expect(
            try await bo.ask(
                .PUT, "v3/rooms/\(room)/state/m.room.power_levels", ["users": [bo.userID: 100]]
            ).status == 403)
        #expect(try await ana.ask(.PUT, "v3/rooms/\(room)/state/m.room.name", ["name": "ours"]).status == 200)
        await server.stop()
    }

    @Test func bannedUserCannotJoinUntilUnbanned() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let body: JSONValue = ["user_id": .string(bo.userID)]
        #expect(try await ana.ask(.POST, "v3/rooms/\(room)/ban", body).status == 200)
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/join").status == 403)
        #expect(try await ana.ask(.POST, "v3/rooms/\(room)/invite", body).status == 403)
        #expect(try await ana.ask(.POST, "v3/rooms/\(room)/unban", body).status == 200)
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/join").status == 200)
        await server.stop()
    }

    @Test func formerMemberReadsHistoryUpToLeaving() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let before = try await ana.say("before", in: room)
        let since = try await bo.now()
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/leave").status == 200)
        let after = try await ana.say("after", in: room)
        #expect(try await bo.ask(.GET, "v3/rooms/\(room)/event/\(before)").status == 200)
        #expect(try await bo.ask(.GET, "v3/rooms/\(room)/event/\(after)").status == 404)
        let left = try await bo.sync(since: since)["rooms"]?["leave"]?[room]
        #expect(left?["timeline"]?["events"]?.array?.last?["content"]?["membership"]?.string == "leave")
        await server.stop()
    }

    @Test func forgottenRoomIsInaccessibleUntilRejoined() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let event = try await ana.say("hello", in: room)
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/leave").status == 200)
        let history = ["messages?dir=b", "state", "state/m.room.create", "members"].map { "v3/rooms/\(room)/\($0)" }
        let events = ["v3/rooms/\(room)/event/\(event)", "v3/rooms/\(room)/context/\(event)"]
        for path in history + events { #expect(try await bo.ask(.GET, path).status == 200, "\(path)") }
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/forget").status == 200)
        for path in history { #expect(try await bo.ask(.GET, path).code == "M_FORBIDDEN", "\(path)") }
        for path in events { #expect(try await bo.ask(.GET, path).code == "M_NOT_FOUND", "\(path)") }
        try await bo.join(room)
        for path in history + events { #expect(try await bo.ask(.GET, path).status == 200, "\(path)") }
        await server.stop()
    }

    @Test func everyUserReadsAWorldReadableRoom() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, kim) = (try await server.person("ana"), try await server.person("kim"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        let hidden = try await ana.say("before it was open to all", in: room)
        let setting = "v3/rooms/\(room)/state/m.room.history_visibility"
        #expect(try await kim.ask(.GET, setting).code == "M_FORBIDDEN")
        #expect(try await ana.ask(.PUT, setting, ["history_visibility": "world_readable"]).status == 200)
        let event = try await ana.say("hello", in: room)
        for path in ["state", "state/m.room.create", "members", "event/\(event)", "context/\(event)"] {
            #expect(try await kim.ask(.GET, "v3/rooms/\(room)/\(path)").status == 200, "\(path)")
        }
        #expect(try await kim.ask(.GET, "v3/rooms/\(room)/event/\(hidden)").status == 404)
        let page = try await kim.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=50").body
        let bodies = page["chunk"]?.array?.compactMap { $0["content"]?["body"]?.string }
        #expect(bodies == ["hello"] && page["end"] == nil)
        // Permission to read is not permission to write, and the member list is for members.
        #expect(try await kim.ask(.PUT, "v3/rooms/\(room)/send/m.room.message/1", ["body": "x"]).status == 403)
        #expect(try await kim.ask(.GET, "v3/rooms/\(room)/joined_members").status == 403)
        #expect(try await ana.ask(.PUT, setting, ["history_visibility": "shared"]).status == 200)
        for path in ["state", "members", "messages?dir=b"] {
            #expect(try await kim.ask(.GET, "v3/rooms/\(room)/\(path)").code == "M_FORBIDDEN", "\(path)")
        }
        await server.stop()
    }

    /// Hidden events cause no empty pages, and a page followed by no visible event has no end token.
    @Test func formerMemberPagesThroughVisibleEventsOnly() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom([
            "preset": "public_chat",
            "initial_state": [["type": "m.room.history_visibility", "content": ["history_visibility": "joined"]]],
        ])
        for number in 0..<8 { _ = try await ana.say("before \(number)", in: room) }
        try await bo.join(room)
        for number in 0..<3 { _ = try await ana.say("seen \(number)", in: room) }
        #expect(try await bo.ask(.POST, "v3/rooms/\(room)/leave").status == 200)
        for number in 0..<8 { _ = try await ana.say("after \(number)", in: room) }
        for (direction, expected) in [("b", [2, 1, 0]), ("f", [0, 1, 2])] {
            var (seen, pages, from) = ([String](), 0, "")
            while pages < 20 {
                let page = try await bo.ask(
                    .GET, "v3/rooms/\(room)/messages?dir=\(direction)&limit=2\(from)"
                ).body
                pages += 1
                #expect(page["chunk"]?.array?.isEmpty == false)
                seen += page["chunk"]?.array?.compactMap { $0["content"]?["body"]?.string } ?? []
                guard let end = page["end"]?.string else { break }
                from = "&from=\(end)"
            }
            #expect(seen == expected.map { "seen \($0)" } && pages < 20, "\(direction)")
        }
        await server.stop()
    }

    @Test func eventOfAnInaccessibleRoomIsNotFound() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, kim) = (try await server.person("ana"), try await server.person("kim"))
        let room = try await ana.createRoom()
        let event = try await ana.say("secret", in: room)
        for path in ["v3/rooms/\(room)/event/\(event)", "v3/rooms/!none:localhost/event/\(event)"] {
            let answer = try await kim.ask(.GET, path)
            #expect(answer.status == 404 && answer.code == "M_NOT_FOUND")
        }
        await server.stop()
    }

    @Test(arguments: ["@:", "bo", "", "@bo", "@bo:exa mple", "@nobody:localhost", "@bo:example.org"])
    func invalidOrUnknownUserCannotBeInvited(user: String) async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let name = user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let path = "v3/rooms/\(room)/state/m.room.member/\(name)"
        let answer = try await ana.ask(.PUT, path, ["membership": "invite"])
        let isPossible = user == "@nobody:localhost" || user == "@bo:example.org"
        #expect(answer.code == (isPossible ? "M_NOT_FOUND" : "M_INVALID_PARAM"))
        #expect(try await ana.ask(.POST, "v3/rooms/\(room)/invite", ["user_id": .string(user)]).code == answer.code)
        #expect(try await ana.ask(.GET, "v3/rooms/\(room)/members").body["chunk"]?.array?.count == 1)
        await server.stop()
    }

    @Test func roomCannotReplaceItself() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let (room, other) = (try await ana.createRoom(), try await ana.createRoom())
        let path = "v3/rooms/\(room)/state/m.room.tombstone"
        let own = try await ana.ask(.PUT, path, ["body": "gone", "replacement_room": .string(room)])
        #expect(own.status == 400 && own.code == "M_INVALID_PARAM")
        #expect(try await ana.ask(.GET, path).code == "M_NOT_FOUND")
        #expect(try await ana.ask(.PUT, path, ["body": "gone", "replacement_room": .string(other)]).status == 200)
        await server.stop()
    }

    @Test func restrictedJoinIsAuthorizedByAMemberWhoMayInvite() async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo, kim) = (
            try await server.person("ana"), try await server.person("bo"), try await server.person("kim")
        )
        let club = try await ana.createRoom(["preset": "public_chat"])
        for person in [bo, kim] { try await person.join(club) }
        let rules: JSONValue = [
            "join_rule": "restricted", "allow": [["type": "m.room_membership", "room_id": .string(club)]],
        ]
        let room = try await ana.createRoom([
            "initial_state": [["type": "m.room.join_rules", "content": rules]],
            "power_level_content_override": ["invite": 50],
        ])
        try await bo.join(room)
        let member = "v3/rooms/\(room)/state/m.room.member/"
        let content = try await ana.ask(.GET, member + bo.userID).body
        #expect(content["join_authorised_via_users_server"]?.string == ana.userID)
        // Bo may not invite, so no member can authorize kim's join.
        #expect(try await ana.ask(.POST, "v3/rooms/\(room)/leave").status == 200)
        let forged: JSONValue = ["membership": "join", "join_authorised_via_users_server": .string(bo.userID)]
        #expect(try await kim.ask(.PUT, member + kim.userID, forged).code == "M_FORBIDDEN")
        #expect(try await kim.ask(.POST, "v3/rooms/\(room)/join").code == "M_FORBIDDEN")
        await server.stop()
    }

    @Test func joinedVisibilityHidesHistoryBeforeTheJoin() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom([
            "preset": "public_chat",
            "initial_state": [
                ["type": "m.room.history_visibility", "content": ["history_visibility": "joined"]]
            ],
        ])
        try await ana.say("secret", in: room)
        try await bo.join(room)
        try await ana.say("welcome", in: room)
        #expect(try await bo.sync().said(in: room) == ["welcome"])
        let messages = try await bo.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=50").body["chunk"]?.array ?? []
        #expect(!messages.contains { $0["content"]?["body"]?.string == "secret" })
        await server.stop()
    }

    @Test func redactionRemovesTheContent() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let event = try await ana.say("oops", in: room)
        #expect(try await bo.ask(.PUT, "v3/rooms/\(room)/redact/\(event)/1", [:]).status == 403)
        #expect(try await ana.ask(.PUT, "v3/rooms/\(room)/redact/\(event)/1", ["reason": "typo"]).status == 200)
        let seen = try await bo.ask(.GET, "v3/rooms/\(room)/event/\(event)").body
        #expect(seen["content"] == [:])
        #expect(seen["unsigned"]?["redacted_because"]?["redacts"]?.string == event)
        await server.stop()
    }
}
