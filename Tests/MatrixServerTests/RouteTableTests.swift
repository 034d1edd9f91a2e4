import HTTPTypes
import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Walks the route table with each kind of caller.
@Suite(.timeLimit(.minutes(5))) struct RouteTableTests {
    @Test func everyRouteEnforcesItsAccessLevel() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let kim = try await server.person("kim")
        let room = try await ana.createRoom()
        let event = try await ana.say("hello", in: room)
        for route in RouteTable().routes where route.access != .anyone {
            let path = path(of: route, room: room, event: event, user: ana.userID)
            let method = HTTPMethod(rawValue: route.method.rawValue)
            let body: JSONValue? = method == .GET ? nil : [:]
            let nobody = try await server.request(method, path, body)
            #expect(nobody.status == 401 && nobody.code == "M_MISSING_TOKEN", "\(method) \(path)")
            let wrong = try await server.request(method, path, body, token: "wrong")
            #expect(wrong.status == 401 && wrong.code == "M_UNKNOWN_TOKEN", "\(method) \(path)")
            guard route.access != .account else { continue }
            // The body is complete, so that the refusal is about the caller and not about a missing field.
            let full: JSONValue? =
                method == .GET ? nil : ["user_id": .string(ana.userID), "typing": true, "presence": "online"]
            let stranger = try await server.request(method, path, full, token: kim.token)
            let expected = route.access == .reader ? (404, "M_NOT_FOUND") : (403, "M_FORBIDDEN")
            #expect((stranger.status, stranger.code ?? "") == expected, "\(method) \(path)")
        }
        await server.stop()
    }

    @Test func memberCanReadEveryMemberRoute() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom(["name": "Tea"])
        let event = try await ana.say("hello", in: room)
        for route in RouteTable().routes
        where route.method == .get && [.member, .formerMember, .reader].contains(route.access) {
            let path = path(of: route, room: room, event: event, user: ana.userID)
            #expect(try await ana.ask(.GET, path).status == 200, "\(path)")
        }
        await server.stop()
    }

    @Test func unknownPathsAndMethodsAreUnrecognized() async throws {
        let server = try await ServerUnderTest.start()
        let path = try await server.request(.GET, "v3/nothing")
        #expect(path.status == 404 && path.code == "M_UNRECOGNIZED")
        let method = try await server.request(.DELETE, "v3/sync")
        #expect(method.status == 405 && method.code == "M_UNRECOGNIZED")
        let old = try await server.request(.GET, "r0/login")
        #expect(old.status == 200)
        let options = try await server.request(.OPTIONS, "v3/sync")
        #expect(options.headers.first(name: "access-control-allow-origin") == "*")
        await server.stop()
    }

    private func path(of route: Route, room: String, event: String, user: String) -> String {
        let values = [
            "{roomID}": room, "{eventID}": event, "{userID}": user, "{type}": "m.room.name", "{stateKey}": "",
            "{transactionID}": "1", "{receiptType}": "m.read", "{field}": "displayname", "{deviceID}": "D",
            "{filterID}": "1", "{tag}": "u.tea", "{kind}": "override", "{ruleID}": ".m.rule.master",
            "{relationType}": "m.replace", "{eventType}": "m.room.message", "{version}": "1",
            "{backupRoomID}": room, "{sessionID}": "s",
        ]
        return "/" + route.template.map { values[$0] ?? $0 }.joined(separator: "/")
    }
}
