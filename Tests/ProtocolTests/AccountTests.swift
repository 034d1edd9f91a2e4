import MatrixAPI
import MatrixClient
import Messenger
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct AccountTests {
    @Test func serverReportsVersionsAndLoginFlows() async throws {
        try await TestServer.run { server in
            for homeserver in [server.socketHomeserver, await server.tcpHomeserver] {
                let client = HomeserverClient(homeserver: homeserver)
                let versions = try await client.versions()
                #expect(!versions.versions.isEmpty)
                #expect(versions.hasStream)
                #expect(try await client.loginFlows().hasPassword)
                await client.shutdown()
            }
        }
    }

    @Test func registrationLogsIn() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            #expect(ana.userID == "@ana:localhost")
            let identity = try await ana.client.whoAmI()
            #expect(identity.userID == ana.userID)
            #expect(identity.deviceID == ana.session.deviceID)
            await ana.client.shutdown()
        }
    }

    @Test func wrongRegistrationTokenAndTakenNameAreRejected() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let client = HomeserverClient(homeserver: server.socketHomeserver)
            let refusal = await error {
                _ = try await client.register(
                    username: "bo", password: "x", registrationToken: "wrong", deviceName: "test")
            }
            guard case .matrix(let reason, 401, _) = refusal else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            #expect(reason.code == .forbidden)
            await #expect(throws: MatrixClientError.registrationNeeds(stages: ["m.login.registration_token"])) {
                try await client.register(username: "bo", password: "x", deviceName: "test")
            }
            let failure = await error {
                _ = try await client.register(
                    username: "ana", password: "x", registrationToken: TestServer.registrationToken, deviceName: "test")
            }
            #expect(failure?.message == "This name is taken. Choose another one")
            await ana.client.shutdown()
            await client.shutdown()
        }
    }

    @Test func passwordLoginCreatesADeviceAndWrongOneFails() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let client = HomeserverClient(homeserver: await server.tcpHomeserver)
            await #expect(throws: MatrixClientError.wrongPassword) {
                try await client.login(user: "ana", password: "wrong", deviceName: "test")
            }
            await #expect(throws: MatrixClientError.wrongPassword) {
                try await client.login(user: "nobody", password: "wrong", deviceName: "test")
            }
            let session = try await client.login(
                user: "@ana:localhost", password: Person.password(of: "ana"), deviceName: "test")
            #expect(session.userID == ana.userID)
            #expect(session.deviceID != ana.session.deviceID)
            let same = try await client.login(
                user: "ana", password: Person.password(of: "ana"), deviceName: "test", deviceID: session.deviceID)
            #expect(same.deviceID == session.deviceID)
            #expect(same.accessToken != session.accessToken)
            await ana.client.shutdown()
            await client.shutdown()
        }
    }

    @Test func logoutInvalidatesTheToken() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let other = ana.again(at: await server.tcpHomeserver)
            try await ana.client.logOut()
            guard case .matrix(let failure, 401, _) = await error({ _ = try await other.client.whoAmI() }) else {
                Issue.record("the token still counts")
                return
            }
            #expect(failure.code == .unknownToken)
            #expect(!failure.isSoftLogout)
            await ana.client.shutdown()
            await other.client.shutdown()
        }
    }

    @Test func namesAndAccountDataAreStored() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            try await ana.client.setDisplayName("Ana 🌱", userID: ana.userID)
            #expect(try await bo.client.profile(userID: ana.userID).displayName == "Ana 🌱")
            let type = "im.confab.contact.@bo:localhost"
            #expect(try await ana.client.accountData(userID: ana.userID, type: type) == nil)
            try await ana.client.setAccountData(userID: ana.userID, type: type, content: ["name": "Bo"])
            #expect(try await ana.client.accountData(userID: ana.userID, type: type) == ["name": "Bo"])
            #expect(try await ana.sync().accountData.contains { $0.type == type && $0.content == ["name": "Bo"] })
            #expect(try await bo.client.searchPeople("an", limit: 5).count <= 5)
            await ana.client.shutdown()
            await bo.client.shutdown()
        }
    }

    private func error(_ body: () async throws -> Void) async -> MatrixClientError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? MatrixClientError
        }
    }
}
