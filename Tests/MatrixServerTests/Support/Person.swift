import Foundation
import MatrixAPI
import NIOHTTP1
import Testing

/// A user with one device.
struct Person: Sendable {
    let server: ServerUnderTest
    let name: String
    let token: String

    var userID: String { "@\(name):localhost" }

    @discardableResult
    func ask(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> Answer {
        try await server.request(method, path, body, token: token)
    }

    func deviceID() async throws -> String {
        try #require(try await ask(.GET, "v3/account/whoami").body["device_id"]?.string)
    }

    /// Creates a room with invitations, and returns its identifier.
    func createRoom(_ request: JSONValue = [:]) async throws -> String {
        try #require(try await ask(.POST, "v3/createRoom", request).body["room_id"]?.string)
    }

    func join(_ room: String) async throws {
        #expect(try await ask(.POST, "v3/rooms/\(room)/join").status == 200)
    }

    @discardableResult
    func say(_ text: String, in room: String, transaction: String = UUID().uuidString) async throws -> String {
        let answer = try await ask(
            .PUT, "v3/rooms/\(room)/send/m.room.message/\(transaction)", ["msgtype": "m.text", "body": .string(text)])
        return try #require(answer.body["event_id"]?.string)
    }

    func sync(since: String? = nil, timeout: Int = 0, filter: String? = nil) async throws -> JSONValue {
        var query = "timeout=\(timeout)"
        if let since { query += "&since=\(since)" }
        if let filter {
            query += "&filter=" + (filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        }
        let answer = try await ask(.GET, "v3/sync?\(query)")
        #expect(answer.status == 200)
        return answer.body
    }

    /// Returns a token of the current position.
    func now() async throws -> String { try #require(try await sync()["next_batch"]?.string) }

    func read(_ event: String, in room: String) async throws {
        #expect(try await ask(.POST, "v3/rooms/\(room)/receipt/m.read/\(event)", [:]).status == 200)
    }
}

extension JSONValue {
    /// Returns a joined room of a sync response.
    func joined(_ room: String) -> JSONValue? { self["rooms"]?["join"]?[room] }

    /// Returns the texts of the messages in a joined room's timeline.
    func said(in room: String) -> [String] {
        (joined(room)?["timeline"]?["events"]?.array ?? []).compactMap { $0["content"]?["body"]?.string }
    }
}
