import MatrixAPI
import MatrixClient
import TestSupport
import Testing

/// Tests the devices of an account, as their owner lists and removes them.
@Suite(.timeLimit(.minutes(5))) struct DeviceListTests {
    private func login(_ person: Person, on server: TestServer, _ deviceName: String) async throws -> Person {
        let client = HomeserverClient(homeserver: server.socketHomeserver)
        let session = try await client.login(
            user: person.userID, password: Person.password(of: "ana"), deviceName: deviceName)
        return Person(client: client, session: session)
    }

    @Test func renamedDeviceIsListedUnderItsNewName() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let laptop = try await login(ana, on: server, "laptop")
            #expect(Set(try await ana.client.devices().map(\.name)) == ["test", "laptop"])
            try await ana.client.renameDevice(laptop.session.deviceID, to: "Ana's laptop 🌱")
            let listed = try await ana.client.devices().first { $0.id == laptop.session.deviceID }
            #expect(listed?.name == "Ana's laptop 🌱")
            #expect(listed?.lastSeen != nil)
            // The embedded server doesn't record addresses.
            #expect(listed?.lastSeenAddress == nil)
            let failure = await #expect(throws: MatrixClientError.self) {
                try await ana.client.renameDevice("NONE", to: "nothing")
            }
            guard case .matrix(let error, 404, _) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(error.code == .notFound)
            for person in [ana, laptop] { await person.client.shutdown() }
        }
    }

    @Test func loggingOutDevicesRequiresThePassword() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let others = [
                try await login(ana, on: server, "one"), try await login(ana, on: server, "two"),
                try await login(ana, on: server, "three"),
            ]
            let ids = others.prefix(2).map(\.session.deviceID)
            let demand = await #expect(throws: MatrixClientError.self) {
                try await ana.client.deleteDevices(ids, userID: ana.userID)
            }
            guard case .proofNeeded(let asked) = demand else {
                Issue.record("\(String(describing: demand))")
                return
            }
            #expect(asked.takesPassword && asked.stage == nil && asked.page == nil && asked.session != nil)
            await #expect(throws: MatrixClientError.wrongPassword) {
                try await ana.client.deleteDevices(ids, userID: ana.userID, proof: AccountProof(password: "wrong"))
            }
            #expect(try await ana.client.devices().count == 4)

            let proof = AccountProof(password: Person.password(of: "ana"))
            try await ana.client.deleteDevices(ids, userID: ana.userID, proof: proof)
            #expect(
                Set(try await ana.client.devices().map(\.id)) == [ana.session.deviceID, others[2].session.deviceID])
            for other in others.prefix(2) {
                await #expect(throws: MatrixClientError.self) { try await other.client.whoAmI() }
            }
            // Removing a removed device again is no error. The earlier authentication session continues.
            try await ana.client.deleteDevices(
                ids + ["NONE"], userID: ana.userID,
                proof: AccountProof(password: proof.password, session: asked.session))
            for person in others + [ana] { await person.client.shutdown() }
        }
    }
}
