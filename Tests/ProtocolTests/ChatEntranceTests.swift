import Engine
import MatrixAPI
import MatrixClient
import Messenger
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ChatEntranceTests {
    @Test func publicChatIsJoinedByItsAlias() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.client.createRoom(
                CreateRoomRequest(preset: .publicChat, name: "Garden", aliasName: "garden"))
            let address = RoomAddress(name: "#garden:localhost", servers: ["localhost", "example.org"])
            #expect(try await ChatJoiner(bo.client).join(address) == roomID)
            #expect(try await bo.client.summary(roomIDOrAlias: "#garden:localhost").joinedCount == 2)
        }
    }

    @Test func refusedJoinGivesAReason() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.client.createRoom(CreateRoomRequest(name: "Garden"))
            let entrance = ChatJoiner(bo.client)
            await #expect(throws: JoinError.notFound) { try await entrance.join(RoomAddress(name: "#x:localhost")) }
            // The server doesn't reveal whether a private room exists, and decides itself who may join.
            await #expect {
                try await entrance.join(RoomAddress(name: roomID))
            } throws: { error in
                if case JoinError.other = error { true } else { false }
            }
            _ = try await ana.client.setState(
                roomID: roomID, type: "m.room.join_rules", content: ["join_rule": "knock"])
            await #expect(throws: JoinError.takesKnocks) { try await entrance.join(RoomAddress(name: roomID)) }
            try await entrance.knock(RoomAddress(name: roomID))
            try await ana.client.invite(userID: bo.userID, roomID: roomID)
            #expect(try await entrance.join(RoomAddress(name: roomID)) == roomID)
        }
    }

    @Test func knockReasonReachesTheMembers() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.client.createRoom(CreateRoomRequest(name: "Garden"))
            _ = try await ana.client.setState(
                roomID: roomID, type: "m.room.join_rules", content: ["join_rule": "knock"])
            try await ChatJoiner(bo.client).knock(RoomAddress(name: roomID), reason: "it is me")
            let asked = try await ana.client.state(roomID: roomID).last { $0.stateKey == bo.userID }
            #expect(asked?.content["membership"] == "knock" && asked?.content["reason"] == "it is me")
        }
    }

    @Test func chatIsAddedToAndRemovedFromTheDirectory() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.client.createRoom(CreateRoomRequest(name: "Garden"))
            #expect(try await !ana.client.isListed(roomID: roomID))
            try await ana.client.setListed(true, roomID: roomID)
            #expect(try await ana.client.isListed(roomID: roomID))
            #expect(try await bo.client.publicRooms("garden", limit: 50).rooms.map(\.roomID) == [roomID])
            try await ana.client.setListed(false, roomID: roomID)
            #expect(try await bo.client.publicRooms("garden", limit: 50).rooms.isEmpty)
        }
    }

    @Test func chatsAreAddedToAndRemovedFromASpace() async throws {
        try await withTwo { ana, _ in
            let roomID = try await ana.client.createRoom(CreateRoomRequest(name: "Garden"))
            let spaceID = try await ana.client.makeSpace(named: "Team")
            func parts() async throws -> [String] {
                try await ana.client.hierarchy(roomID: spaceID).rooms.map(\.roomID).filter { $0 != spaceID }
            }
            try await ana.client.putIntoSpace(spaceID, chatID: roomID, server: "localhost")
            #expect(try await parts() == [roomID])
            try await ana.client.removeFromSpace(spaceID, chatID: roomID)
            #expect(try await parts().isEmpty)
        }
    }

    @Test func directorySearchIsPaginated() async throws {
        try await withTwo { ana, bo in
            for name in ["Garden", "Tea garden", "Wood"] {
                _ = try await ana.client.createRoom(CreateRoomRequest(preset: .publicChat, name: name))
            }
            _ = try await ana.client.createRoom(CreateRoomRequest(name: "Secret garden"))
            #expect(try await bo.client.publicRooms("wood", limit: 50).rooms.map(\.name) == ["Wood"])
            let first = try await bo.client.publicRooms("garden", limit: 1)
            let second = try await bo.client.publicRooms("garden", limit: 1, since: first.next)
            #expect(Set((first.rooms + second.rooms).map(\.name)) == ["Garden", "Tea garden"])
            #expect(first.next != nil && second.next == nil)
        }
    }

    @Test(arguments: ["NaN", "1.", "", #""a" "b""#])
    func malformedDirectoryEntryAffectsNoOther(value: String) async throws {
        try await TestServer.run { server in
            guard case .url(let address) = await server.tcpHomeserver else { return }
            let proxy = try await FaultProxy(to: address)
            let ana = try await Person.register("ana", on: server, at: .url(proxy.address))
            let body =
                #"{"chunk":[{"room_id":"!wood:x","num_joined_members":\#(value)},"#
                + #"{"room_id":"!garden:x","name":"Garden","num_joined_members":2}],"next_batch":"n"}"#
            let rule = proxy.meet(.anything, with: .json(body))
            let page = try await ana.client.publicRooms("", limit: 50)
            #expect(proxy.count(of: rule) == 1)
            #expect(page.rooms.last?.name == "Garden" && page.rooms.last?.joinedCount == 2)
            #expect(page.next == "n")
            await ana.client.shutdown()
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
