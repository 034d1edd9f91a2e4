import MatrixAPI
import TestSupport
import Testing

@testable import MatrixClient

/// Tests connections that are dead but not closed, as after the machine slept.
@Suite(.timeLimit(.minutes(5))) struct DeadConnectionTests {
    @Test func deadConnectionRequestIsResentWithItsTransaction() async throws {
        try await withAna { ana, proxy in
            let roomID = try await ana.makeRoom()
            proxy.freeze()
            async let sent = ana.say("tea?", in: roomID)
            while ana.client.underWay.count == 0 { await Task.yield() }
            ana.client.renewConnections()
            ana.client.endOldRequests(includingOnce: false)
            let eventID = try await sent
            let page = try await ana.client.messages(roomID: roomID, from: nil, limit: 10)
            #expect(page.chunk.filter { $0.type == "m.room.message" }.map(\.eventID) == [eventID])
        }
    }

    @Test func nonIdempotentRequestFailsOnADeadConnection() async throws {
        try await withAna { ana, proxy in
            _ = try await ana.makeRoom()
            proxy.freeze()
            let made = Task { try await ana.makeRoom() }
            while ana.client.underWay.count == 0 { await Task.yield() }
            ana.client.renewConnections()
            ana.client.endOldRequests(includingOnce: true)
            await #expect(throws: MatrixClientError.unreachable(.replacedConnection)) { try await made.value }
        }
    }

    private func withAna(_ body: @escaping @Sendable (Person, FaultProxy) async throws -> Void) async throws {
        try await TestServer.run { server in
            guard case .url(let address) = await server.tcpHomeserver else { return }
            let proxy = try await FaultProxy(to: address)
            let ana = try await Person.register("ana", on: server, at: .url(proxy.address))
            try await body(ana, proxy)
            await ana.client.shutdown()
        }
    }
}
