import HTTPTypes
import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Walks the route table with invalid identifiers, in each place where a request can contain one.
@Suite(.timeLimit(.minutes(5))) struct IdentifierGateTests {
    /// U+0000, and `e` with a combining accent.
    private static let unsound = ["x%00", "e%CC%81"]

    @Test func everyRouteRefusesInvalidPathsAndQueries() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        for route in RouteTable().routes {
            let method = HTTPMethod(rawValue: route.method.rawValue)
            for text in Self.unsound {
                // A file name is not an identifier. `MediaNameTests` cover it.
                for place in route.template.indices
                where route.template[place].hasPrefix("{") && route.template[place] != "{fileName}" {
                    var segments = template(of: route, room: room, user: ana.userID)
                    segments[place] += text
                    try await expectRefusal(method, "/" + segments.joined(separator: "/"), by: ana)
                }
                let path = "/" + template(of: route, room: room, user: ana.userID).joined(separator: "/")
                try await expectRefusal(method, "\(path)?via=\(text)", by: ana)
                try await expectRefusal(method, "\(path)?\(text)=1", by: ana)
            }
        }
        await server.stop()
    }

    @Test func everyRouteRefusesInvalidIdentifiersInTheBody() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let bodies: [JSONValue] = [
            ["user_id": "@ana:localhost\0"], ["deep": [["event_id": "$x\0y"]]], ["rooms": ["!a\0"]], ["na\0me": 1],
            ["device_id": "e\u{301}"], ["displayname": "ana\0"],
        ]
        for route in RouteTable().routes where route.bodyUse != .ignored && !route.takesFile {
            let method = HTTPMethod(rawValue: route.method.rawValue)
            let path = "/" + template(of: route, room: room, user: ana.userID).joined(separator: "/")
            for body in bodies {
                let answer = try await ana.ask(method, path, body)
                #expect(answer.status == 400 && answer.code == "M_BAD_JSON", "\(method) \(path) \(body)")
            }
        }
        await server.stop()
    }

    @Test(arguments: ["%ED%A0%80", "x%FF", "%C0%80", "%00"])
    func everyRouteRefusesPathsThatAreNotUTF8(text: String) async throws {
        let server = try await ServerUnderTest.start()
        for route in RouteTable().routes where route.template.contains(where: { $0.hasPrefix("{") }) {
            let path = route.template.map { $0.hasPrefix("{") ? text : $0 }.joined(separator: "/")
            // Raw bytes are sent, because a client's URL type would encode the path again.
            let head = try await RawConnection.open(to: server) { dialogue in
                try await dialogue.send(
                    "\(route.method.rawValue) /\(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
                return try await dialogue.head()
            }
            #expect(head.hasPrefix("HTTP/1.1 400"), "\(route.method) \(path)")
        }
        await server.stop()
    }

    @Test func aHeaderWithANullByteIsRefused() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let head = try await RawConnection.open(to: server) { dialogue in
            try await dialogue.send(
                "GET /_matrix/client/v3/account/whoami HTTP/1.1\r\nHost: x\r\n"
                    + "Authorization: Bearer \(ana.token)\0N\r\n\r\n")
            return try await dialogue.head()
        }
        #expect(head.hasPrefix("HTTP/1.1 400"))
        await server.stop()
    }

    @Test func canonicallyEquivalentMemberNamesAreRefused() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let answer = try await server.request(
            .PUT, "v3/user/\(ana.userID)/account_data/x", token: ana.token, text: "{\"\u{e9}\":1,\"e\u{301}\":2}")
        #expect(answer.status == 400 && answer.code == "M_NOT_JSON")
        await server.stop()
    }

    @Test func messageTextKeepsNullsAndCombiningCharacters() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let text = "before\0after e\u{301}"
        let event = try await ana.say(text, in: room)
        let stored = try await ana.ask(.GET, "v3/rooms/\(room)/event/\(event)").body["content"]?["body"]?.string
        #expect(stored?.utf8.elementsEqual(text.utf8) == true)
        await server.stop()
    }

    private func expectRefusal(_ method: HTTPMethod, _ path: String, by person: Person) async throws {
        let answer = try await person.ask(method, path, method == .GET ? nil : [:])
        #expect(answer.status == 400 && answer.code == "M_INVALID_PARAM", "\(method) \(path)")
    }

    private func template(of route: Route, room: String, user: String) -> [String] {
        let values = ["{roomID}": room, "{userID}": user, "{stateKey}": "", "{kind}": "override"]
        return route.template.map { values[$0] ?? ($0.hasPrefix("{") ? "m.room.name" : $0) }
    }
}

extension Route {
    /// Whether its body is a file, which may contain any bytes.
    fileprivate var takesFile: Bool {
        if case .upload = handler { true } else { false }
    }
}
