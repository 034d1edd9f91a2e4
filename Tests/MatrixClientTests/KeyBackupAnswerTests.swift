import MatrixAPI
import Testing

@testable import MatrixClient

/// Tests key backups on servers with invalid responses.
@Suite(.timeLimit(.minutes(5))) struct KeyBackupAnswerTests {
    /// Returns the result of a request that the server answers with this status and body.
    private func ask<Value: Sendable>(
        _ status: Int, _ body: String, _ question: (HomeserverClient) async throws -> Value
    ) async throws -> Value {
        let server = try ScriptedServer.answering(.http(status, body))
        let client = HomeserverClient(homeserver: .url(server.address), accessToken: "secret")
        do {
            let value = try await question(client)
            await client.shutdown()
            return value
        } catch {
            await client.shutdown()
            throw error
        }
    }

    @Test(arguments: ["", "<html>", "{", "7", "[]", "{}", #"{"version":7,"sessions":[],"rooms":7}"#])
    func malformedResponseIsASpecificError(body: String) async throws {
        // The body begins like a server's response.
        let isBroken = body == "{"
        let garbage = KeyBackupError.client(isBroken ? .brokenAnswer(offset: 1) : .notMatrix(status: 200))
        await #expect(throws: garbage) { try await ask(200, body) { try await $0.keyBackup() } }
        await #expect(throws: garbage) {
            try await ask(200, body) { try await $0.makeKeyBackup(algorithm: "a", authData: [:]) }
        }
        await #expect(throws: garbage) { try await ask(200, body) { try await $0.backedUpKeys(version: "1") } }
        await #expect(throws: garbage) {
            try await ask(200, body) { try await $0.backedUpKeys(version: "1", roomID: "!a:h") }
        }
        await #expect(throws: garbage) {
            try await ask(200, body) { try await $0.backedUpKey(version: "1", roomID: "!a:h", sessionID: "s") }
        }
    }

    @Test func missingAndReplacedBackupsAreDistinguished() async throws {
        func problem(_ status: Int, _ body: String) async -> KeyBackupError? {
            await #expect(throws: KeyBackupError.self) {
                try await ask(status, body) { try await $0.backUp([:], version: "1") }
            }
        }
        #expect(await problem(404, #"{"errcode":"M_NOT_FOUND"}"#) == .missing)
        let wrong = #"{"errcode":"M_WRONG_ROOM_KEYS_VERSION","current_version":"#
        #expect(await problem(403, wrong + #""42"}"#) == .otherVersion(current: "42"))
        #expect(await problem(403, wrong + "{}}") == .otherVersion(current: nil))
        // A server without backups sends another error code, and a captive portal sends none.
        guard case .client(.matrix(let error, 404, _)) = await problem(404, #"{"errcode":"M_UNRECOGNIZED"}"#) else {
            Issue.record("taken for a missing backup")
            return
        }
        #expect(error.code == .unrecognized)
        #expect(await problem(404, "<html>") == .client(.notMatrix(status: 404)))
    }

    @Test func unreadableBackedUpKeyIsSkipped() async throws {
        let good = #"{"first_message_index":1,"forwarded_count":0,"is_verified":false,"session_data":{"a":"b"}}"#
        let body = """
            {"rooms":{"!a:h":{"sessions":{"good":\(good),"bad":7,"worse":{"session_data":{}},"negative":
            {"first_message_index":-1,"forwarded_count":0,"is_verified":false,"session_data":{}}}},"!b:h":7}}
            """
        let keys = try await ask(200, body) { try await $0.backedUpKeys(version: "1") }
        #expect(keys["!a:h"]?.keys.sorted() == ["good"])
        #expect(keys["!a:h"]?["good"]?.sealed == ["a": "b"])
        #expect(keys["!b:h"]?.isEmpty == true)
    }

    @Test func invalidBackupCountAndETagAreIgnored() async throws {
        let body = #"{"version":"1","algorithm":"m.x","auth_data":{},"count":-3,"etag":7}"#
        let backup = try await ask(200, body) { try await $0.keyBackup() }
        #expect(backup.state.count == nil && backup.state.etag == nil)
    }
}
