import Foundation
import HTTPTypes
import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Walks the route table with extreme 64-bit integers and doubles, in each place where a request can contain a
/// number. An arithmetic overflow crashes the whole process, including this test.
@Suite(.timeLimit(.minutes(5))) struct NumberExtremesTests {
    private static let texts = [
        "9223372036854775807", "9223372036854775806", "-9223372036854775808", "-1", "0", "4294967296",
        "18446744073709551615", "9007199254740993", "1e308",
    ]
    private static let numbers: [JSONValue] = [
        .integer(.max), .integer(.min), .integer(-1), .integer(1 << 53 - 1), .integer(1 << 32), .double(1e308),
        .double(-1e308), .double(.leastNonzeroMagnitude), .double(0x1p63), .string("9223372036854775807"),
    ]
    /// Query parameters that some endpoint parses as a number or as a token that contains numbers.
    private static let names = [
        "after", "at", "before", "from", "height", "limit", "max_depth", "next_batch", "since", "timeout",
        "timeout_ms", "to", "ts", "version", "width",
    ]
    private static let pairs = [["limit", "from", "max_depth"], ["width", "height"], ["from", "to", "limit"]]

    /// Tokens of each format.
    private static var tokens: [String] {
        ["9223372036854775807", "9007199254740991", "18446744073709551615"].flatMap { number in
            [
                "t\(number)", "s" + Array(repeating: number, count: 6).joined(separator: "_"),
                "s" + Array(repeating: number, count: 4).joined(separator: "_"), "f\(number)_\(number)_\(number)_",
            ]
        }
    }

    @Test func extremeNumbersInQueriesDoNotCrashTheServer() async throws {
        let walk = try await Walk.begin()
        for route in walk.routes where route.method == .get {
            let path = "/" + walk.segments(of: route).joined(separator: "/")
            var queries = (Self.texts + Self.tokens).map { value in
                Self.names.map { "\($0)=\(value)" }.joined(separator: "&")
            }
            let usual = try await walk.ask(route, path)
            for name in Self.names {
                // An endpoint that reads this parameter refuses an invalid value.
                guard try await walk.ask(route, "\(path)?\(name)=x") != usual else { continue }
                queries += (Self.texts + Self.tokens).map { "\(name)=\($0)" }
            }
            for names in Self.pairs {
                queries += Self.texts.map { value in names.map { "\($0)=\(value)" }.joined(separator: "&") }
            }
            for query in queries { try await walk.expectAnswer(route, "\(path)?\(query)") }
        }
        try await walk.end()
    }

    @Test func extremeNumbersInPathsDoNotCrashTheServer() async throws {
        let walk = try await Walk.begin()
        for route in walk.routes where !route.takesFile {
            for place in route.template.indices where route.template[place].hasPrefix("{") {
                for text in Self.texts {
                    var segments = walk.segments(of: route)
                    segments[place] = text
                    try await walk.expectAnswer(
                        route, "/" + segments.joined(separator: "/"), route.method == .get ? nil : walk.body(of: route))
                }
            }
        }
        try await walk.end()
    }

    @Test func extremeNumbersInBodiesDoNotCrashTheServer() async throws {
        let walk = try await Walk.begin()
        for route in walk.routes where route.method != .get && !route.takesFile {
            let path = walk.path(of: route)
            for number in Self.numbers {
                for body in walk.body(of: route).replacingEachLeaf(with: number) {
                    try await walk.expectAnswer(route, path, body)
                }
            }
        }
        // Reads the stored values again.
        _ = try await walk.ana.say("hello", in: walk.room)
        for path in ["v3/sync", "v3/sync?full_state=true", "v3/pushrules/", "v3/rooms/\(walk.room)/state"] {
            #expect(try await walk.ana.ask(.GET, path).status == 200, "\(path)")
        }
        try await walk.end()
    }

    @Test func extremeNumbersInFiltersDoNotCrashTheServer() async throws {
        let walk = try await Walk.begin()
        for number in Self.numbers {
            let limit: JSONValue = ["limit": number]
            let filter: JSONValue = [
                "room": ["timeline": limit, "state": limit, "ephemeral": limit, "account_data": limit],
                "limit": number, "presence": limit, "account_data": limit,
            ]
            let text = filter.serializedText.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let room = "v3/rooms/\(walk.room)"
            for path in ["v3/sync", "\(room)/messages", "\(room)/context/\(walk.event)"] {
                // A string is not a number.
                let status = number.string == nil ? 200 : 400
                #expect(try await walk.ana.ask(.GET, "\(path)?filter=\(text)").status == status, "\(path) \(number)")
            }
        }
        try await walk.end()
    }

    @Test(arguments: ["9223372036854775807", "18446744073709551615", "-9223372036854775808", "-1", "1e308"])
    func extremeContentLengthDoesNotCrashTheServer(length: String) async throws {
        let walk = try await Walk.begin()
        for path in ["media/v3/upload", "client/v3/createRoom"] {
            let head = try await RawConnection.open(to: walk.server) { dialogue in
                try await dialogue.send(
                    "POST /_matrix/\(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(walk.ana.token)\r\n"
                        + "Content-Length: \(length)\r\n\r\n")
                return try await dialogue.head()
            }
            #expect(head.hasPrefix("HTTP/1.1 4"), "\(path): \(head.prefix(40))")
        }
        try await walk.end()
    }
}

/// A server with a user, and a valid request for each row of the route table.
private struct Walk {
    let server: ServerUnderTest
    let ana: Person
    let room: String
    let event: String
    /// A room that `ana` has not joined, for requests that would remove her from it.
    private let strange: String

    static func begin() async throws -> Walk {
        let server = try await ServerUnderTest.start { $0.multiplyWriteRates(by: 1_000) }
        let (ana, kim) = (try await server.person("ana"), try await server.person("kim"))
        let room = try await ana.createRoom(["creation_content": ["type": "m.space"], "visibility": "public"])
        let backup: JSONValue = ["algorithm": "a", "auth_data": [:]]
        #expect(try await ana.ask(.POST, "v3/room_keys/version", backup).body["version"] == "1")
        return Walk(
            server: server, ana: ana, room: room, event: try await ana.say("hello", in: room),
            strange: try await kim.createRoom())
    }

    /// The routes except those that end the session.
    var routes: [Route] { RouteTable().routes.filter { !$0.template.contains("logout") } }

    func segments(of route: Route) -> [String] {
        let leaves = route.template.contains("leave") || route.template.contains("forget")
        let values = [
            "{roomID}": leaves ? strange : room, "{eventID}": event, "{userID}": ana.userID, "{stateKey}": "",
            "{type}": route.template.contains("state") ? "m.room.power_levels" : "m.room.message",
            "{receiptType}": "m.read", "{field}": "displayname", "{kind}": "override", "{ruleID}": "own",
            "{relationType}": "m.replace", "{eventType}": "m.room.message", "{version}": "1", "{backupRoomID}": room,
            "{serverName}": "localhost", "{alias}": "#tea:localhost", "{transactionID}": UUID().uuidString,
        ]
        return route.template.map { values[$0] ?? ($0.hasPrefix("{") ? "x" : $0) }
    }

    func path(of route: Route) -> String {
        let path = "/" + segments(of: route).joined(separator: "/")
        return route.template.contains("keys") && route.template.contains("room_keys") ? path + "?version=1" : path
    }

    func body(of route: Route) -> JSONValue {
        let key: JSONValue = [
            "first_message_index": 1, "forwarded_count": 1, "is_verified": false, "session_data": ["n": 1],
        ]
        switch route.template.dropFirst(3).joined(separator: "/") {
        case "createRoom":
            return [
                "power_level_content_override": ["events_default": 0, "events": ["m.x": 1], "invite": 1],
                "initial_state": [["type": "m.x", "content": ["n": 1]]], "creation_content": ["n": 1],
            ]
        case "rooms/{roomID}/state/{type}", "rooms/{roomID}/state/{type}/{stateKey}":
            return [
                "users": .object([ana.userID: 100]), "events_default": 0, "state_default": 50, "ban": 50, "kick": 50,
                "redact": 50, "invite": 0, "notifications": ["room": 50], "events": ["m.x": 1],
            ]
        case "search":
            return [
                "search_categories": [
                    "room_events": [
                        "search_term": "hello", "order_by": "recent", "filter": ["limit": 1],
                        "event_context": ["before_limit": 1, "after_limit": 1],
                    ]
                ]
            ]
        case "publicRooms": return ["limit": 1, "since": "1"]
        case "user_directory/search": return ["search_term": "a", "limit": 1]
        case "user/{userID}/filter": return ["room": ["timeline": ["limit": 1]], "presence": ["limit": 1]]
        case "room_keys/version", "room_keys/version/{version}":
            return ["algorithm": "a", "auth_data": ["n": 1]]
        case "room_keys/keys": return ["rooms": .object([room: ["sessions": ["s": key]]])]
        case "room_keys/keys/{backupRoomID}": return ["sessions": ["s": key]]
        case "room_keys/keys/{backupRoomID}/{sessionID}": return key
        case "keys/upload": return ["one_time_keys": ["a:1": ["key": "x", "n": 1]]]
        case "sendToDevice/{type}/{transactionID}": return ["messages": .object([ana.userID: ["*": ["n": 1]]])]
        case "pushrules/global/{kind}/{ruleID}":
            return [
                "conditions": [["kind": "room_member_count", "is": ">9223372036854775807"]],
                "actions": ["notify", ["set_tweak": "x", "value": 1]],
            ]
        default:
            return ["typing": true, "timeout": 1, "limit": 1, "n": 1, "order": 1, "m.mentions": ["room": true]]
        }
    }

    func ask(_ route: Route, _ path: String, _ body: JSONValue? = nil) async throws -> Int {
        try await ana.ask(HTTPMethod(rawValue: route.method.rawValue), path, body).status
    }

    func expectAnswer(_ route: Route, _ path: String, _ body: JSONValue? = nil) async throws {
        let status = try await ask(route, path, body)
        #expect(status < 500, "\(route.method) \(path) \(body?.serializedText ?? "")")
    }

    func end() async throws {
        #expect(try await server.request(.GET, "/_matrix/client/versions").status == 200)
        await server.stop()
    }
}

extension JSONValue {
    /// Returns a copy for each leaf of this value, in which that leaf is replaced. Power levels of users stay,
    /// because the first request that removes them would end the walk.
    fileprivate func replacingEachLeaf(with leaf: JSONValue) -> [JSONValue] {
        switch self {
        case .object(let members):
            members.filter { $0.key != "users" }.sorted { $0.key < $1.key }.flatMap { name, value in
                value.replacingEachLeaf(with: leaf).map { replaced in
                    .object(members.dictionary.merging([name: replaced]) { $1 })
                }
            }
        case .array(let elements):
            elements.indices.flatMap { index in
                elements[index].replacingEachLeaf(with: leaf).map { replaced in
                    var changed = elements
                    changed[index] = replaced
                    return JSONValue.array(changed)
                }
            }
        case .null, .bool, .integer, .double, .string: [leaf]
        }
    }
}

extension Route {
    /// Whether its body is a file.
    fileprivate var takesFile: Bool {
        if case .upload = handler { true } else { false }
    }
}
