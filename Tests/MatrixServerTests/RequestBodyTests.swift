import HTTPTypes
import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Sends empty bodies to every route that requires none.
@Suite(.timeLimit(.minutes(5))) struct RequestBodyTests {
    @Test func routesWithOptionalBodyAcceptEmptyBodiesAndNull() async throws {
        let server = try await ServerUnderTest.start()
        _ = try await server.person("ana")
        for route in RouteTable().routes where route.bodyUse != .required && route.method != .get {
            for text in ["", "null", "{}"] + (route.bodyUse == .ignored ? ["[1]", "nothing", "\u{0}"] : []) {
                let ana = try await login(server)
                let answer = try await server.request(
                    HTTPMethod(rawValue: route.method.rawValue), path(of: route, user: ana.userID), token: ana.token,
                    text: text)
                let isAboutBody = answer.code == "M_BAD_JSON" || answer.code == "M_NOT_JSON" || answer.status >= 500
                #expect(!isAboutBody, "\(route.method) \(route.template) \(text): \(answer.body)")
            }
        }
        await server.stop()
    }

    @Test func routesWithRequiredBodyRefuseNull() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        for route in RouteTable().routes where route.bodyUse == .required {
            if case .upload = route.handler { continue }
            let answer = try await server.request(
                HTTPMethod(rawValue: route.method.rawValue), path(of: route, user: ana.userID, room: room),
                token: ana.token, text: "null")
            #expect(answer.status == 400 && answer.code == "M_BAD_JSON", "\(route.method) \(route.template)")
        }
        await server.stop()
    }

    @Test(arguments: ["", "null", "{}"]) func joinLeaveForgetAndLogoutAcceptEmptyBodies(text: String) async throws {
        let server = try await ServerUnderTest.start()
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let room = try await ana.createRoom(["preset": "public_chat"])
        let send = { (path: String) in try await server.request(.POST, path, token: bo.token, text: text) }
        for path in ["v3/join/\(room)", "v3/rooms/\(room)/leave", "v3/rooms/\(room)/forget", "v3/logout"] {
            let answer = try await send(path)
            #expect(answer.status == 200, "\(path) \(answer.body)")
        }
        #expect(try await send("v3/logout").code == "M_UNKNOWN_TOKEN")
        await server.stop()
    }

    private func login(_ server: ServerUnderTest) async throws -> Person {
        let answer = try await server.request(
            .POST, "v3/login", ["type": "m.login.password", "user": "ana", "password": "secret"])
        return Person(server: server, name: "ana", token: try #require(answer.body["access_token"]?.string))
    }

    private func path(of route: Route, user: String, room: String = "!none:localhost") -> String {
        let values = [
            "{roomID}": room, "{eventID}": "$none", "{userID}": user, "{type}": "m.room.name", "{stateKey}": "",
            "{transactionID}": "1", "{receiptType}": "m.read", "{field}": "displayname", "{tag}": "u.tea",
            "{kind}": "override", "{ruleID}": "tea", "{alias}": "%23none:localhost", "{version}": "1",
            "{backupRoomID}": room,
        ]
        return "/" + route.template.map { values[$0] ?? ($0.hasPrefix("{") ? "none" : $0) }.joined(separator: "/")
    }
}
