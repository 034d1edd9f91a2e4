import MatrixAPI
import Testing

@testable import MatrixServer

/// Tests that request bodies count against the budget from before they are read until their requests are answered.
@Suite(.timeLimit(.minutes(5))) struct BodyBudgetTests {
    @Test func accountsHaveABodyBudgetAndShortBodiesAlwaysPass() throws {
        var limits = ServerLimits()
        (limits.bodyBytes, limits.bodyBytesPerAccount) = (100_000, 60_000)
        let budget = BodyBudget(limits)
        var shares = [try budget.reserve(50_000, of: "mallory")]
        #expect(throws: EndpointError.self) { try budget.reserve(20_000, of: "mallory") }
        shares.append(try budget.reserve(45_000, of: "eve"))
        #expect(throws: EndpointError.self) { try budget.reserve(30_000, of: "ana") }
        shares.append(try budget.reserve(4_000, of: "ana"))
        #expect(budget.held == 99_000 && shares.count == 3)
        shares.append(try budget.reserve(4_000, of: "bo"))
        shares = []
        #expect(budget.held == 0)
    }

    @Test func stalledBodiesOfOneAccountDoNotBlockOthers() async throws {
        let server = try await ServerUnderTest.start { $0.bodyBytesPerAccount = 250_000 }
        let (ana, mallory) = (try await server.person("ana"), try await server.person("mallory"))
        let room = try await ana.createRoom()
        var clients: [WireClient] = []
        for number in 0..<3 {
            let client = try await WireClient(to: server)
            try await client.send(
                "PUT /_matrix/client/v3/user/\(mallory.userID)/account_data/\(number) HTTP/1.1\r\n"
                    + "Host: localhost\r\nAuthorization: Bearer \(mallory.token)\r\nContent-Length: 100000\r\n\r\n{")
            clients.append(client)
        }
        try await waitUntil("one of them is refused") { clients.contains { $0.answers(429) == 1 } }
        #expect(server.server.server.bodies.held == 200_000)
        try await ana.say("hello", in: room)
        for client in clients { client.close() }
        try await waitUntil("nothing is held") { server.server.server.bodies.held == 0 }
        await server.stop()
    }
}
