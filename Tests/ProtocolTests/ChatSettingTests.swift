import MatrixAPI
import MatrixClient
import TestSupport
import Testing

/// Tests an account's chat settings, as its other devices receive them.
@Suite(.timeLimit(.minutes(5))) struct ChatSettingTests {
    @Test func tagsMarksAndRulesReachTheOtherDevices() async throws {
        try await TestServer.run { server in try await tellOtherDevices(server) }
    }

    private func tellOtherDevices(_ server: TestServer) async throws {
        let ana = try await Person.register("ana", on: server)
        let bo = try await Person.register("bo", on: server)
        let room = try await ana.makeRoom(with: bo)
        let since = try await ana.sync().nextBatch
        try await ana.client.setTag("m.favourite", roomID: room, userID: ana.userID, order: 0.5)
        try await ana.client.setAccountData(
            userID: ana.userID, roomID: room, type: "m.marked_unread", content: ["unread": true])
        let update = try await ana.sync(since: since)
        let data = try #require(update.joined[room]?.accountData)
        #expect(data.first { $0.type == "m.tag" }?.content["tags"]?["m.favourite"]?["order"] == .double(0.5))
        #expect(data.first { $0.type == "m.marked_unread" }?.content["unread"] == true)

        try await ana.client.silence(roomID: room)
        try await ana.client.silenceAllButMentions(roomID: room)
        _ = try await bo.say("ana, hello", in: room)
        let silent = try await ana.sync(since: update.nextBatch)
        #expect(silent.joined[room]?.notificationCount == 0)
        #expect(silent.accountData.contains { $0.type == "m.push_rules" })
        try await ana.client.endSilence(roomID: room)
        // Removing a setting that no longer exists succeeds.
        try await ana.client.endSilence(roomID: room)
        _ = try await bo.say("nothing", in: room)
        let quiet = try await ana.sync(since: silent.nextBatch)
        #expect(quiet.joined[room]?.notificationCount == 1)
        try await ana.client.endSilenceAllButMentions(roomID: room)
        try await ana.client.removeTag("m.favourite", roomID: room, userID: ana.userID)
        _ = try await bo.say("all", in: room)
        let loud = try await ana.sync(since: quiet.nextBatch)
        #expect(loud.joined[room]?.notificationCount == 3)
        #expect(loud.joined[room]?.accountData.first?.content["tags"] == [:])
        await ana.client.shutdown()
        await bo.client.shutdown()
    }
}
