import MatrixAPI
import NIOHTTP1
import Testing

@Suite(.timeLimit(.minutes(5))) struct TagTests {
    @Test func tagsAreStoredAndSynced() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let since = try await ana.now()
        let path = "v3/user/\(ana.userID)/rooms/\(room)/tags"
        #expect(try await ana.ask(.PUT, path + "/m.favourite", ["order": 1]).status == 200)
        #expect(try await ana.ask(.PUT, path + "/u.work", [:]).status == 200)
        #expect(try await ana.ask(.GET, path).body["tags"]?["m.favourite"]?["order"] == 1)
        let update = try await ana.sync(since: since)
        let event = update.joined(room)?["account_data"]?["events"]?.array?.last
        #expect(event?["type"]?.string == "m.tag")
        #expect(event?["content"]?["tags"]?.object?.keys.sorted() == ["m.favourite", "u.work"])

        #expect(try await ana.ask(.DELETE, path + "/m.favourite").status == 200)
        #expect(try await ana.ask(.GET, path).body["tags"]?.object?.keys.sorted() == ["u.work"])
        await server.stop()
    }

    @Test func tagsOfOtherUsersAreForbidden() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        try await ana.ask(.PUT, "v3/user/\(ana.userID)/rooms/\(room)/tags/m.favourite", [:])
        #expect(try await bo.ask(.GET, "v3/user/\(ana.userID)/rooms/\(room)/tags").status == 403)
        #expect(try await bo.ask(.GET, "v3/user/\(bo.userID)/rooms/\(room)/tags").body["tags"] == [:])
        #expect(try await ana.ask(.PUT, "v3/user/\(ana.userID)/rooms/tea/tags/u.x", [:]).status == 400)
        await server.stop()
    }
}
