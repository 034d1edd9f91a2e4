import MatrixAPI
import MatrixClient
import Messenger
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ChatEntranceTests {
    @Test func anOpenChatIsEnteredByItsAlias() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.client.createRoom(
                CreateRoomRequest(preset: .publicChat, name: "Garden", aliasName: "garden"))
            let address = RoomAddress(name: "#garden:localhost", servers: ["localhost", "example.org"])
            #expect(try await ChatEntrance(bo.client).join(address) == roomID)
            #expect(try await bo.client.summary(roomIDOrAlias: "#garden:localhost").joinedCount == 2)
        }
    }

    @Test func whoIsRefusedLearnsWhy() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.client.createRoom(CreateRoomRequest(name: "Garden"))
            let entrance = ChatEntrance(bo.client)
            await #expect(throws: JoinRefusal.notFound) { try await entrance.join(RoomAddress(name: "#x:localhost")) }
            // The server tells nobody whether a private room is there, and says itself who may come in.
            await #expect {
                try await entrance.join(RoomAddress(name: roomID))
            } throws: { error in
                if case JoinRefusal.other = error { true } else { false }
            }
            _ = try await ana.client.setState(
                roomID: roomID, type: "m.room.join_rules", content: ["join_rule": "knock"])
            await #expect(throws: JoinRefusal.takesKnocks) { try await entrance.join(RoomAddress(name: roomID)) }
            try await entrance.knock(RoomAddress(name: roomID))
            try await ana.client.invite(userID: bo.userID, roomID: roomID)
            #expect(try await entrance.join(RoomAddress(name: roomID)) == roomID)
        }
    }

    private func withTwo(_ body: @escaping @Sendable (Person, Person) async throws -> Void) async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            try await body(ana, bo)
            await ana.client.shutdown()
            await bo.client.shutdown()
        }
    }
}
