import MatrixAPI
import Testing

@testable import MatrixClient

@Suite(.timeLimit(.minutes(5))) struct RequestTests {
    @Test func portalPageIsNotAcceptedAsAResponse() async throws {
        let portal = try ScriptedServer.answering(.http(200, "<html>Please log in</html>", type: "text/html"))
        await #expect(throws: MatrixClientError.notMatrix(status: 200)) {
            try await portal.withClient { client throws(MatrixClientError) in _ = try await client.versions() }
        }
        await #expect(throws: MatrixClientError.notMatrix(status: 200)) {
            try await portal.withClient { client throws(MatrixClientError) in
                _ = try await client.sync(since: "s", timeoutMilliseconds: 0)
            }
        }
        await #expect(throws: MatrixClientError.notMatrix(status: 200)) {
            try await portal.withClient { client throws(MatrixClientError) in
                _ = try await client.send(roomID: "!a:h", type: "t", transactionID: "1", content: [:])
            }
        }
    }

    /// The identifier of a local item is invalid for any room.
    @Test func importedRoomIsNeverRequestedFromTheServer() async throws {
        let server = try ScriptedServer.answering(.http(200, "{}"))
        let notFound = MatrixClientError.matrix(
            MatrixError(.notFound, ""), status: 404, retryAfterMilliseconds: nil)
        let id = "imported:!a:h"
        await #expect(throws: notFound) {
            try await server.withClient { client throws(MatrixClientError) in
                _ = try await client.messages(roomID: id, from: nil, limit: 1)
            }
        }
        await #expect(throws: notFound) {
            try await server.withClient { client throws(MatrixClientError) in
                try await client.setTag("m.favourite", roomID: id, userID: "@ana:h", order: nil)
            }
        }
        #expect(server.requests.isEmpty)
    }

    @Test func tokenIsNotSentToARedirectTarget() async throws {
        let thief = try ScriptedServer.answering(.http(200, "{}"))
        let server = try ScriptedServer.answering(.http(302, "", headers: ["Location: \(thief.address)/steal"]))
        await #expect(throws: MatrixClientError.notMatrix(status: 302)) {
            try await server.withClient { client throws(MatrixClientError) in _ = try await client.whoAmI() }
        }
        #expect(thief.requests.isEmpty)
    }

    @Test func tokenIsSentInTheHeaderOnlyWhereNeeded() async throws {
        let server = try ScriptedServer.answering(.http(200, #"{"user_id":"@ana:h","flows":[]}"#))
        try await server.withClient { client throws(MatrixClientError) in
            _ = try await client.whoAmI()
            _ = try await client.loginFlows()
        }
        let requests = server.requests
        #expect(requests.map { $0.header("Authorization") } == ["Bearer secret", nil])
        #expect(requests.allSatisfy { !$0.target.contains("secret") })
    }

    @Test func retryDelayIsReadFromTheHeaderThenTheBody() async throws {
        let body = #"{"errcode":"M_LIMIT_EXCEEDED","error":"slow","retry_after_ms":1500}"#
        let both = try ScriptedServer.answering(.http(429, body, headers: ["Retry-After: 7"]))
        let bodyAlone = try ScriptedServer.answering(
            .http(429, body, headers: ["Retry-After: Fri, 31 Dec 1999 23:59:59 GMT"]))
        let proxy = try ScriptedServer.answering(.http(429, "slow down", headers: ["Retry-After: 3"]))
        #expect(await both.failure()?.retryAfterMilliseconds == 7000)
        #expect(await bodyAlone.failure()?.retryAfterMilliseconds == 1500)
        #expect(await proxy.failure() == .notMatrix(status: 429))
    }

    @Test func retryDelayMayBeADateAndIsAtMostADay() {
        func pause(_ header: String?, _ body: Int64? = nil) -> Int64? {
            RetryAfter(header: header, date: "Sat, 21 Nov 2026 12:00:00 GMT", body: body)?.milliseconds
        }
        #expect(pause("Sat, 21 Nov 2026 12:01:30 GMT") == 90_000)
        #expect(pause("Sat, 21 Nov 2026 11:00:00 GMT") == 0)
        #expect(pause("Sun, 21 Nov 2027 12:00:00 GMT") == 86_400_000)
        #expect(pause("in a while", 5) == 5)
        #expect(pause("Sat, 21 Nov 2147483647 12:00:00 GMT", 5) == 5)
        #expect(pause("Sat, 21 Nov -2147483648 12:00:00 GMT", 5) == 5)
        #expect(pause("9223372036854775807") == 86_400_000)
        #expect(pause("-3") == 0)
        #expect(pause(nil, .max) == 86_400_000)
        #expect(pause(nil, -1) == 0)
        #expect(pause(nil) == nil)
    }

    @Test func truncatedOrGarbledResponseCountsAsUnreachable() async throws {
        let cut = try ScriptedServer { _, conversation in
            conversation.say(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"versions\":[]".utf8))
        }
        let reset = try ScriptedServer { _, conversation in
            conversation.say(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{".utf8))
            conversation.reset()
        }
        let mute = try ScriptedServer { _, _ in }
        let garbage = try ScriptedServer.answering("SSH-2.0-OpenSSH_9.2\r\n")
        for server in [cut, reset, mute, garbage] {
            guard case .unreachable = await server.failure() else {
                Issue.record("an answer where there was none")
                continue
            }
        }
    }

    @Test func missingServerOrSocketIsReported() async throws {
        let gone = try ScriptedServer.answering("")
        gone.stop()
        // Its thread closes the listener. Until then a connection is accepted and dropped.
        let refused = await gone.failure {
            $0 == .unreachable(.refused)
        }
        #expect(refused)
        let socket = HomeserverClient(homeserver: .unixSocket(path: "/nonexistent/confab.sock"))
        await #expect(throws: MatrixClientError.unreachable(.noSocket)) {
            _ = try await socket.versions()
        }
        await socket.shutdown()
    }

    @Test func oversizedResponseIsNotRead() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{}")
        #expect(await server.failure() == .unreachable(.tooLargeAnswer))
    }

    @Test func wrongPasswordIsReported() async throws {
        let server = try ScriptedServer.answering(.http(403, #"{"errcode":"M_FORBIDDEN","error":"Invalid password"}"#))
        await #expect(throws: MatrixClientError.wrongPassword) {
            try await server.withClient { client throws(MatrixClientError) in
                _ = try await client.login(user: "ana", password: "wrong", deviceName: "Confab")
            }
        }
        #expect(server.requests.first?.header("Authorization") == nil)
    }

    @Test func cancelledRequestReportsCancellation() async throws {
        let server = try ScriptedServer { _, conversation in _ = conversation.hear(1) }
        let client = HomeserverClient(homeserver: .url(server.address))
        let request = Task { () async -> MatrixClientError? in
            do throws(MatrixClientError) {
                _ = try await client.sync(since: "s", timeoutMilliseconds: 30_000)
                return nil
            } catch {
                return error
            }
        }
        while server.requests.isEmpty { await Task.yield() }
        request.cancel()
        #expect(await request.value == .cancelled)
        await client.shutdown()
    }

    @Test func rejectedSignaturesAreReportedAsFailures() async throws {
        func failures(_ body: String) async throws -> [String: [String: MatrixError]] {
            var failures: [String: [String: MatrixError]] = [:]
            try await ScriptedServer.answering(.http(200, body)).withClient { client throws(MatrixClientError) in
                failures = try await client.uploadSignatures(["@ana:h": ["D": [:]]])
            }
            return failures
        }
        #expect(try await failures("{}").isEmpty)
        #expect(try await failures(#"{"failures":{}}"#).isEmpty)
        let told = try await failures(#"{"failures":{"@ana:h":{"D":{"errcode":"M_INVALID_SIGNATURE"},"E":7}}}"#)
        #expect(told["@ana:h"]?.mapValues(\.code) == ["D": .invalidSignature, "E": .unknown])
        for garbage in [#"{"failures":7}"#, #"{"failures":{"@ana:h":"D"}}"#, "[]"] {
            await #expect(throws: MatrixClientError.notMatrix(status: 200)) { try await failures(garbage) }
        }
    }
}
