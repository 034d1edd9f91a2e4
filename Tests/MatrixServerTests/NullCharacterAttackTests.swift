import MatrixAPI
import NIOHTTP1
import Testing

/// Tests attacks that were possible while Swift checked one text and SQLite stored another.
@Suite(.timeLimit(.minutes(5))) struct NullCharacterAttackTests {
    @Test func moderatorCannotBecomeTheOnlyAdmin() async throws {
        try await withModerator { room, admin, moderator in
            let levels: JSONValue = ["users": [moderator.userID: 100]]
            expectRefused(
                try await moderator.ask(.PUT, "v3/rooms/\(room)/state/m.room.power_levels%00/", levels))
            expectRefused(
                try await moderator.ask(.PUT, "v3/rooms/\(room)/state/m.room.power_levels/%00", levels))
            let stored = try await admin.ask(.GET, "v3/rooms/\(room)/state/m.room.power_levels").body
            #expect(stored["users"]?[admin.userID] == 100 && stored["users"]?[moderator.userID] == 50)
        }
    }

    @Test func moderatorCannotBanTheAdmin() async throws {
        try await withModerator { room, admin, moderator in
            let path = "v3/rooms/\(room)/state/m.room.member/\(admin.userID)%00"
            expectRefused(try await moderator.ask(.PUT, path, ["membership": "ban"]))
            let body: JSONValue = ["user_id": .string(admin.userID + "\0")]
            expectRefused(try await moderator.ask(.POST, "v3/rooms/\(room)/ban", body))
            #expect(try await admin.sync().joined(room) != nil)
        }
    }

    @Test func createEventCannotBeReplaced() async throws {
        try await withModerator { room, admin, moderator in
            let path = "v3/rooms/\(room)/state/m.room.create"
            let before = try await admin.ask(.GET, path).body
            expectRefused(try await moderator.ask(.PUT, path + "%00/", ["creator": .string(moderator.userID)]))
            #expect(try await admin.ask(.GET, path).body == before)
        }
    }

    @Test func memberWithoutPowerCannotRedactOthersMessages() async throws {
        try await withModerator { room, admin, moderator in
            let kim = try await admin.server.person("kim")
            try await kim.join(room)
            let event = try await admin.say("stays", in: room)
            let path = "v3/rooms/\(room)/send/m.room.redaction%00/x"
            expectRefused(try await kim.ask(.PUT, path, ["redacts": .string(event)]))
            #expect(
                try await admin.ask(.GET, "v3/rooms/\(room)/event/\(event)").body["content"]?["body"] == "stays")
        }
    }

    @Test func loginLimiterCannotBeBypassed() async throws {
        let server = try await ServerUnderTest.start()
        _ = try await server.person("vic")
        for number in 0..<10 {
            let answer = try await server.request(
                .POST, "v3/login",
                [
                    "type": "m.login.password", "password": "guess",
                    "identifier": ["type": "m.id.user", "user": .string("@vic:localhost\0\(number)")],
                ])
            expectRefused(answer)
        }
        await server.stop()
    }

    @Test func transactionIDsWithNullCharactersAreRefused() async throws {
        try await withModerator { room, admin, moderator in
            for name in ["t%00a", "t%00b"] {
                let path = "v3/rooms/\(room)/send/m.room.message/\(name)"
                expectRefused(try await admin.ask(.PUT, path, ["msgtype": "m.text", "body": "x"]))
            }
            #expect(try await admin.sync().said(in: room).isEmpty)
        }
    }

    @Test func normalizationVariantsOfEventTypesAreRefused() async throws {
        try await withModerator { room, admin, moderator in
            // U+212A equals K in Swift, and U+037E equals a semicolon.
            for type in ["org.example.%E2%84%AA", "org.example.%CD%BE"] {
                expectRefused(try await moderator.ask(.PUT, "v3/rooms/\(room)/state/\(type)/", [:]))
            }
            expectRefused(
                try await admin.ask(
                    .PUT, "v3/rooms/\(room)/state/m.room.power_levels/",
                    ["users": [admin.userID: 100], "events": ["org.example.\u{212A}": 0]]), code: "M_FORBIDDEN")
        }
    }

    private func withModerator(
        _ body: (_ room: String, _ admin: Person, _ moderator: Person) async throws -> Void
    ) async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom([
            "preset": "public_chat",
            "power_level_content_override": ["users": [ana.userID: 100, bo.userID: 50]],
        ])
        try await bo.join(room)
        try await body(room, ana, bo)
        await server.stop()
    }

    private func expectRefused(
        _ answer: Answer, code: String? = nil, _ place: SourceLocation = #_sourceLocation
    ) {
        if let code {
            #expect(answer.code == code, sourceLocation: place)
        } else {
            #expect(
                answer.status == 400 && ["M_INVALID_PARAM", "M_BAD_JSON"].contains(answer.code),
                "\(answer.status) \(answer.body)", sourceLocation: place)
        }
    }
}
