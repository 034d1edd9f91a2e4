import MatrixAPI
import Testing

@testable import MatrixClient

/// Tests user-interactive authentication with servers that require more than the embedded one.
@Suite(.timeLimit(.minutes(5))) struct AccountProofTests {
    private func failure(_ server: ScriptedServer, _ proof: AccountProof) async -> MatrixClientError? {
        do throws(MatrixClientError) {
            try await server.withClient { client throws(MatrixClientError) in
                try await client.deleteDevices(["D"], userID: "@ana:h", proof: proof)
            }
            return nil
        } catch {
            return error
        }
    }

    private func demand(of server: ScriptedServer, _ proof: AccountProof) async -> ProofChallenge? {
        guard case .proofNeeded(let demand) = await failure(server, proof) else { return nil }
        return demand
    }

    private func answering(_ status: Int, _ body: String) throws -> ScriptedServer {
        try ScriptedServer.answering(.http(status, body))
    }

    /// Returns a server that requires the stages in this order, and tracks the completed ones in a session.
    private func server(wanting stages: [String], in session: String) throws -> ScriptedServer {
        try ScriptedServer { request, conversation in
            let sent = (try? JSONValue(parsing: Array(request.body.utf8))) ?? .null
            let completed = stages.prefix { $0 != "m.login.sso" || sent["auth"]?["session"]?.string == session }
                .prefix { $0 != "m.login.password" || sent["auth"]?["password"]?.string == "beans" }
            let answer: JSONValue = [
                "flows": [["stages": .array(stages.map(JSONValue.string))]], "session": .string(session),
                "completed": .array(completed.map(JSONValue.string)),
            ]
            let isDone = completed.count == stages.count
            conversation.say(Array(String.http(isDone ? 200 : 401, isDone ? "{}" : answer.serializedText).utf8))
        }
    }

    @Test func passwordIsSentOnlyWhenRequested() async throws {
        let server = try server(wanting: ["m.login.password"], in: "s 1/2")
        #expect(await failure(server, AccountProof(password: "beans")) == nil)
        let sent = try server.requests.map { try JSONValue(parsing: Array($0.body.utf8)) }
        #expect(sent.map { $0["devices"] } == [["D"], ["D"]])
        #expect(
            sent.map { $0["auth"] } == [
                nil,
                [
                    "type": "m.login.password", "session": "s 1/2", "password": "beans",
                    "identifier": ["type": "m.id.user", "user": "@ana:h"],
                ],
            ])
    }

    @Test func browserStageIsShownAndContinuesInItsSession() async throws {
        let server = try server(wanting: ["m.login.sso"], in: "s 1/2")
        let demand = try #require(await demand(of: server, AccountProof(password: "beans")))
        #expect(!demand.takesPassword)
        #expect(demand.stage == "m.login.sso")
        #expect(
            demand.page == server.address + "/_matrix/client/v3/auth/m.login.sso/fallback/web?session=s%201%2F2")
        #expect(server.requests.allSatisfy { !$0.body.contains("beans") })
        #expect(await failure(server, AccountProof(session: demand.session)) == nil)
    }

    @Test func passwordStageCanFollowTheBrowserStage() async throws {
        let server = try server(wanting: ["m.login.sso", "m.login.password"], in: "s")
        #expect(await demand(of: server, AccountProof(password: "beans"))?.stage == "m.login.sso")
        #expect(await demand(of: server, AccountProof(session: "s"))?.takesPassword == true)
        #expect(await failure(server, AccountProof(password: "beans", session: "s")) == nil)
    }

    @Test func onlyAWebAddressIsUsedAsTheServersPage() async throws {
        func page(_ url: String) async throws -> String? {
            let body = #"{"flows":[{"stages":["m.oauth"]}],"session":"s","params":{"m.oauth":{"url":\#(url)}}}"#
            return await demand(of: try answering(401, body), .nothing)?.page
        }
        #expect(try await page(#""https://account.example.org/?action=reset""#)?.hasSuffix("=reset") == true)
        for other in [#""javascript:alert(1)""#, #""file:///etc/passwd""#, "7"] {
            #expect(try await page(other)?.hasSuffix("/m.oauth/fallback/web?session=s") == true)
        }
    }

    @Test func requestSucceedsWithNoOrDummyAuthentication() async throws {
        #expect(await failure(try answering(200, "{}"), .nothing) == nil)
        let dummy = try ScriptedServer { request, conversation in
            let asked = #"{"flows":[{"stages":["m.login.dummy"]}]}"#
            let isDone = request.body.contains("m.login.dummy")
            conversation.say(Array(String.http(isDone ? 200 : 401, isDone ? "{}" : asked).utf8))
        }
        #expect(await failure(dummy, .nothing) == nil)
    }

    @Test func repeatedPasswordStageIsAttemptedOnce() async throws {
        let server = try answering(401, #"{"flows":[{"stages":["m.login.password"]}]}"#)
        #expect(await demand(of: server, AccountProof(password: "beans"))?.takesPassword == true)
        #expect(server.requests.count == 2)
    }

    @Test func otherErrorsAreNotReportedAsAWrongPassword() async throws {
        let refusal = try answering(
            401, #"{"flows":[{"stages":["m.login.password"]}],"errcode":"M_USER_DEACTIVATED","error":"beans"}"#)
        guard case .matrix(let error, 401, _) = await failure(refusal, AccountProof(password: "beans")) else {
            Issue.record("taken for something else")
            return
        }
        #expect(error.code == .userDeactivated)
        #expect(error.message == "…")
        let pause = try answering(429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":1500}"#)
        #expect(await failure(pause, AccountProof(password: "beans"))?.retryAfterMilliseconds == 1500)
    }

    @Test(arguments: [
        "", "7", "[]", #"{"flows":7}"#, #"{"flows":[]}"#, #"{"flows":[7,{}],"session":[],"params":7}"#,
        #"{"flows":[{"stages":["..",""]}],"session":"s"}"#, #"{"flows":[{"stages":[""]}],"session":"s"}"#,
    ]) func malformedResponseIsASpecificError(body: String) async throws {
        switch await failure(try answering(401, body), AccountProof(password: "beans", session: "s")) {
        case .notMatrix(status: 401): break
        case .proofNeeded(let demand): #expect(!demand.takesPassword && demand.page == nil)
        case let other: Issue.record("\(String(describing: other))")
        }
        #expect(await failure(try answering(200, body.isEmpty ? "<html>" : "{"), .nothing) == .notMatrix(status: 200))
    }

    @Test func passwordIsNotPrinted() {
        let proof = AccountProof(password: "beans", session: "s")
        #expect(!"\(proof) \(String(reflecting: proof)) \(String(describing: [proof]))".contains("beans"))
    }

    @Test func deviceListKeepsItsValidParts() async throws {
        let body = """
            {"devices":[{"device_id":"A","display_name":"a","last_seen_ip":"1.2.3.4","last_seen_ts":1474491775024},
            {"device_id":"B","display_name":7,"last_seen_ip":null,"last_seen_ts":-9223372036854775808},{"device_id":""},
            {"device_id":"C","last_seen_ts":9223372036854775807},{"device_id":7},7]}
            """
        let server = try answering(200, body)
        try await server.withClient { client throws(MatrixClientError) in
            let devices = try await client.devices()
            #expect(devices.map(\.id) == ["A", "B", "C"])
            #expect(devices.map(\.name) == ["a", nil, nil])
            #expect(devices.map(\.lastSeen) == [1_474_491_775_024, nil, nil])
            #expect(devices.map(\.lastSeenAddress) == ["1.2.3.4", nil, nil])
        }
        for garbage in ["{}", "[]", #"{"devices":{}}"#] {
            await #expect(throws: MatrixClientError.notMatrix(status: 200)) {
                try await answering(200, garbage).withClient { client throws(MatrixClientError) in
                    _ = try await client.devices()
                }
            }
        }
    }
}
