import MatrixAPI
import MatrixClient
import TestSupport
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct RoomTests {
    @Test func invitationIsReceivedAcceptedAndRoomLeft() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.client.createRoom(
                CreateRoomRequest(invites: [bo.userID], isDirect: true, name: "Beans"))
            let invited = try await bo.sync()
            let invitation = try #require(invited.invited[roomID])
            #expect(invitation.state.contains { $0.type == "m.room.name" && $0.content["name"] == "Beans" })
            #expect(
                invitation.state.contains {
                    $0.type == "m.room.member" && $0.stateKey == bo.userID && $0.sender == ana.userID
                        && $0.content["membership"] == "invite" && $0.content["is_direct"] == true
                })
            #expect(try await bo.client.join(roomIDOrAlias: roomID) == roomID)
            let joined = try await bo.sync(since: invited.nextBatch)
            #expect(joined.joined[roomID] != nil)
            #expect(Set(try await ana.client.joinedMembers(roomID: roomID).keys) == [ana.userID, bo.userID])
            try await bo.client.leave(roomID: roomID)
            #expect(try await bo.sync(since: joined.nextBatch).left[roomID] != nil)
            try await bo.client.forget(roomID: roomID)
            #expect(try await bo.sync().left[roomID] == nil)
            let members = try await ana.client.members(roomID: roomID)
            #expect(members.first { $0.stateKey == bo.userID }?.content["membership"] == "leave")
        }
    }

    @Test func joinedRoomsAreListed() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.client.createRoom(CreateRoomRequest(name: "Beans"))
            #expect(try await ana.client.joinedRooms() == [roomID])
            #expect(try await bo.client.joinedRooms() == [])
            #expect(await ana.client.hasRoom(roomID, for: ana.userID))
            #expect(await !ana.client.hasRoom("!gone:localhost", for: ana.userID))
            let unreachable = HomeserverClient(homeserver: .unixSocket(path: "/nowhere/confab.sock"))
            #expect(await unreachable.hasRoom(roomID, for: ana.userID))
            await unreachable.shutdown()
        }
    }

    @Test func declinedInvitationIsRemovedAndCanBeRepeated() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.client.createRoom(CreateRoomRequest(invites: [bo.userID]))
            try await bo.client.leave(roomID: roomID)
            #expect(try await bo.sync().invited[roomID] == nil)
            try await ana.client.invite(userID: bo.userID, roomID: roomID)
            #expect(try await bo.sync().invited[roomID] != nil)
        }
    }

    @Test func onlyAdminsChangeStateAndRemovePeople() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.client.createRoom(
                CreateRoomRequest(invites: [bo.userID], isDirect: false, name: "Beans"))
            _ = try await bo.client.join(roomIDOrAlias: roomID)
            await #expect(throws: MatrixClientError.self) {
                try await bo.client.setState(roomID: roomID, type: "m.room.name", content: ["name": "Peas"])
            }
            await #expect(throws: MatrixClientError.self) {
                try await bo.client.kick(userID: ana.userID, roomID: roomID)
            }
            _ = try await ana.client.setState(roomID: roomID, type: "m.room.topic", content: ["topic": "Seeds"])
            try await ana.client.kick(userID: bo.userID, roomID: roomID)
            let state = try await ana.client.state(roomID: roomID)
            #expect(state.last { $0.type == "m.room.topic" }?.content["topic"] == "Seeds")
            #expect(state.last { $0.type == "m.room.name" }?.content["name"] == "Beans")
            let member = state.last { $0.type == "m.room.member" && $0.stateKey == bo.userID }
            #expect(member?.content["membership"] == "leave")
            #expect(state.last { $0.type == "m.room.create" }?.sender == ana.userID)
        }
    }

    @Test func nonMemberCannotAccessARoom() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.client.createRoom(CreateRoomRequest())
            await #expect(throws: MatrixClientError.self) { try await bo.client.join(roomIDOrAlias: roomID) }
            await #expect(throws: MatrixClientError.self) { try await bo.say("hi", in: roomID) }
            await #expect(throws: MatrixClientError.self) { try await bo.client.members(roomID: roomID) }
        }
    }

    @Test func repeatedTransactionYieldsOneMessage() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.makeRoom(with: bo)
            let first = try await ana.say("hi", in: roomID, transactionID: "t/1 ?")
            let second = try await ana.say("hi", in: roomID, transactionID: "t/1 ?")
            #expect(first == second)
            let seen = try #require(try await bo.sync().joined[roomID])
            #expect(seen.texts == ["hi"])
            #expect(seen.timeline.last?.transactionID == nil)
            let own = try #require(try await ana.sync().joined[roomID])
            #expect(own.timeline.last?.transactionID == "t/1 ?")
        }
    }

    @Test func historyIsPaginatedToItsStart() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.makeRoom(with: bo)
            for number in 1...25 { _ = try await ana.say("\(number)", in: roomID) }
            let filter: JSONValue = ["room": ["timeline": ["limit": 5]]]
            let filterID = try await bo.client.uploadFilter(userID: bo.userID, filter: filter)
            let sync = try await bo.client.sync(since: nil, filter: filterID, timeoutMilliseconds: 0)
            let room = try #require(sync.joined[roomID])
            #expect(room.texts == ["21", "22", "23", "24", "25"])
            #expect(room.isLimited)
            var token = room.previousBatch
            var texts: [String] = []
            var events: [String] = []
            for _ in 0..<50 {
                guard let from = token else { break }
                let page = try await bo.client.messages(roomID: roomID, from: from, limit: 4)
                #expect(page.chunk.count <= 4)
                texts += page.chunk.compactMap { $0.content["body"]?.string }
                events += page.chunk.compactMap(\.eventID)
                token = page.end
            }
            #expect(texts == (1...20).reversed().map(String.init))
            #expect(token == nil)
            #expect(Set(events).count == events.count)
        }
    }

    @Test func eventContextIsFetched() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.makeRoom(with: bo)
            var events: [String] = []
            for number in 1...9 { events.append(try await ana.say("\(number)", in: roomID)) }
            let context = try await bo.client.context(roomID: roomID, eventID: events[4], limit: 4)
            #expect(context.event.eventID == events[4])
            #expect(context.before.map(\.eventID) == [events[3], events[2]])
            #expect(context.after.map(\.eventID) == [events[5], events[6]])
        }
    }

    @Test func typingAndReceiptsReachTheOtherPerson() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.makeRoom(with: bo)
            let event = try await ana.say("hi", in: roomID)
            let before = try await ana.sync()
            try await bo.client.setTyping(
                roomID: roomID, userID: bo.userID, isTyping: true, timeoutMilliseconds: 30_000)
            let typing = try await ana.sync(since: before.nextBatch, wait: 30_000)
            #expect(typing.joined[roomID]?.ephemeral("m.typing")?["user_ids"] == [.string(bo.userID)])
            try await bo.client.sendReceipt(roomID: roomID, eventID: event, isPrivate: false)
            let read = try await ana.sync(since: typing.nextBatch, wait: 30_000)
            let receipt = read.joined[roomID]?.ephemeral("m.receipt")
            let readers = try #require(receipt?[event]?["m.read"]?.object)
            #expect(Array(readers.keys) == [bo.userID])
        }
    }

    @Test func privateReceiptIsNotSharedWithOthers() async throws {
        try await withTwo { ana, bo in
            let roomID = try await ana.makeRoom(with: bo)
            let event = try await ana.say("hi", in: roomID)
            #expect(try await bo.sync().joined[roomID]?.notificationCount == 1)
            try await bo.client.setReadMarkers(roomID: roomID, fullyRead: event, read: event, isPrivate: true)
            let own = try #require(try await bo.sync().joined[roomID])
            #expect(own.notificationCount == 0)
            let marker = own.accountData.filter { $0.type == "m.fully_read" }
            #expect(marker.map(\.content) == [["event_id": .string(event)]])
            let seen = try #require(try await ana.sync().joined[roomID])
            #expect(seen.ephemeral("m.receipt") == nil)
        }
    }

    private func withTwo(_ body: @escaping @Sendable (Person, Person) async throws -> Void) async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server, at: await server.tcpHomeserver)
            try await body(ana, bo)
            await ana.client.shutdown()
            await bo.client.shutdown()
        }
    }
}
