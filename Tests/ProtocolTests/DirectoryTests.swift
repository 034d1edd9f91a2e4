import MatrixAPI
import MatrixClient
import TestSupport
import Testing

/// Tests the user directory and account data, as the form for a new chat and the contacts use them.
@Suite(.timeLimit(.minutes(5))) struct DirectoryTests {
    @Test func peopleSearchMatchesSubstringsAndRanksPrefixesFirst() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            for name in ["abobo", "bo", "bobby", "kim"] {
                let person = try await Person.register(name, on: server)
                if name == "kim" { try await person.client.setDisplayName("Bo Kim", userID: person.userID) }
                await person.client.shutdown()
            }
            let found = try await ana.client.searchPeople("bo", limit: 10)
            #expect(found.map(\.userID) == ["@bo:localhost", "@bobby:localhost", "@kim:localhost", "@abobo:localhost"])
            let two = try await ana.client.searchPeople("BO", limit: 2)
            #expect(two.map(\.userID) == ["@bo:localhost", "@bobby:localhost"])
            #expect(try await ana.client.searchPeople("ana", limit: 10).isEmpty)
            #expect(try await ana.client.searchPeople("b%", limit: 10).isEmpty)
            await ana.client.shutdown()
        }
    }

    @Test func accountDataSyncsAndIsEmptyAfterDeletion() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let tablet = HomeserverClient(homeserver: server.socketHomeserver)
            _ = try await tablet.login(user: "ana", password: Person.password(of: "ana"), deviceName: "tablet")
            let type = "im.confab.contact.@bo/=+%:localhost"
            let since = try await tablet.sync(since: nil, timeoutMilliseconds: 0).nextBatch
            try await ana.client.setAccountData(userID: ana.userID, type: type, content: ["name": "Bo"])
            let told = try await tablet.sync(since: since, timeoutMilliseconds: 10_000)
            #expect(told.accountData.map(\.type) == [type])
            #expect(told.accountData.first?.content == ["name": "Bo"])
            try await ana.client.setAccountData(userID: ana.userID, type: type, content: .emptyObject)
            let gone = try await tablet.sync(since: told.nextBatch, timeoutMilliseconds: 10_000)
            #expect(gone.accountData.first?.content == .emptyObject)
            #expect(try await tablet.sync(since: nil, timeoutMilliseconds: 0).accountData.contains { $0.type == type })
            await ana.client.shutdown()
            await tablet.shutdown()
        }
    }
}
