import Conversations
import GRDB
import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests rooms that an admin of the server purged while the program was closed. No sync reports that.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class MissingChatTests {
    private static let hour: Int64 = 3_600_000

    private let frames = FrameClock()
    private var now: Int64 = 1_795_262_400_000
    private var list: ChatListViewModel?
    private var composer: ComposerViewModel?

    @Test func purgedRoomIsRemovedFromTheList() async throws {
        try await TestServer.run { server in
            let (ana, database, chats) = try await self.anaWithPurgedRoom(on: server)
            try await self.run(ana.again(at: server.socketHomeserver), on: database) {
                try await self.waitForList(of: [chats.kept])
            }
            #expect(try database.chats.chat(id: chats.purged)?.membership == .left)
            #expect(try database.chats.chat(id: chats.kept)?.membership == .joined)
            database.close()
        }
    }

    @Test func failedRoomCheckIsRepeatedOnReconnect() async throws {
        try await TestServer.run { server in
            let (ana, database, chats) = try await self.anaWithPurgedRoom(on: server)
            guard case .url(let address) = await server.tcpHomeserver else { throw NoAddress() }
            let proxy = try await FaultProxy(to: address)
            let failed = proxy.meet(
                .joinedRooms,
                with: .json(status: 500, #"{"errcode":"M_UNKNOWN","error":"trouble"}"#))
            try await self.run(ana.again(at: .url(proxy.address)), on: database) {
                try await proxy.waitForFaults(by: failed)
                try await self.waitForList(of: [chats.purged, chats.kept])
                proxy.cut()
                try await self.waitForList(of: [chats.kept])
            }
            #expect(proxy.count(of: .joinedRooms) == 2)
            #expect(try database.chats.chat(id: chats.purged)?.membership == .left)
            database.close()
        }
    }

    /// A bad network connects often, and the list of a large account is long.
    @Test func allRoomsAreCheckedOnceAnHour() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let tea = try await ana.makeRoom()
            guard case .url(let address) = await server.tcpHomeserver else { throw NoAddress() }
            let proxy = try await FaultProxy(to: address)
            // Each connection then syncs once and polls once.
            proxy.meet(.stream, with: .answer(status: 404, body: "{}"), times: 10_000)
            // The proxy answers by itself, so that no cut interrupts the check, which would be repeated.
            let checked = proxy.meet(
                .joinedRooms,
                with: .json(#"{"joined_rooms":["\#(tea)"]}"#))
            let database = try ProfileDatabase.inMemory()
            try await self.run(ana.again(at: .url(proxy.address)), on: database) {
                try await proxy.waitForFaults(by: checked)
                try await self.waitForList(of: [tea])
                for _ in 0..<2 {
                    let syncs = proxy.count(of: .sync)
                    proxy.cut()
                    try await proxy.waitForRequests(syncs + 2, to: .sync)
                }
                #expect(proxy.count(of: .joinedRooms) == 1)
                self.now += Self.hour
                proxy.cut()
                try await proxy.waitForRequests(2, to: .joinedRooms)
            }
            #expect(proxy.count(of: .joinedRooms) == 2)
            database.close()
        }
    }

    /// All rooms are compared once an hour at most, so that in between only a refused request tells.
    @Test func roomIsCheckedAloneAfterARefusedLine() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            let tea = try await ana.makeRoom()
            let database = try ProfileDatabase.inMemory()
            try await self.run(ana, on: database) { try await self.waitForList(of: [tea]) }
            _ = try await bo.makeRoom()
            try await self.purge(tea, from: server)
            guard case .url(let address) = await server.tcpHomeserver else { throw NoAddress() }
            let proxy = try await FaultProxy(to: address)
            let listed = proxy.meet(
                .joinedRooms,
                with: .json(#"{"joined_rooms":["\#(tea)"]}"#))
            let refused = proxy.meet(
                .send,
                with: .refusal("You are not in that room"))
            try await self.run(ana.again(at: .url(proxy.address)), on: database) {
                try await proxy.waitForFaults(by: listed)
                try await self.waitForList(of: [tea])
                try await self.frames.deliver(until: { self.composer?.send.reason == nil }) { "nothing can be sent" }
                #expect(self.composer?.send("tea?") == nil)
                try await proxy.waitForFaults(by: refused)
                try await self.waitForList(of: [])
            }
            #expect(proxy.count(of: .joinedRooms) == 1)
            #expect(try database.chats.chat(id: tea)?.membership == .left)
            database.close()
            await bo.client.shutdown()
        }
    }

    /// The list of joined rooms has no room that one knocked on, and a room that became private is hidden although
    /// the knock is still pending.
    @Test func knockIsRemovedWhenItsRoomIsGone() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            var rooms: [String] = []
            for name in ["Tea", "Shed", "Attic"] {
                let roomID = try await ana.client.createRoom(CreateRoomRequest(name: name))
                _ = try await ana.client.setState(
                    roomID: roomID, type: "m.room.join_rules", content: ["join_rule": "knock"])
                try await bo.client.knock(roomIDOrAlias: roomID)
                rooms.append(roomID)
            }
            let (tea, shed, attic) = (rooms[0], rooms[1], rooms[2])
            _ = try await ana.client.setState(
                roomID: attic, type: "m.room.join_rules", content: ["join_rule": "invite"])
            let database = try ProfileDatabase.inMemory()
            try await self.run(bo, on: database) { try await self.waitForList(of: [tea, shed, attic]) }
            try await self.purge(shed, from: server)
            let again = bo.again(at: server.socketHomeserver)
            #expect(try await again.client.goneKnocks(among: [tea, shed, attic]) == [shed])
            try await self.run(again, on: database) { try await self.waitForList(of: [tea, attic]) }
            #expect(try database.chats.chat(id: shed) == nil)
            for roomID in [tea, attic] { #expect(try database.chats.chat(id: roomID)?.membership == .knocked) }
            database.close()
            await ana.client.shutdown()
        }
    }

    /// Returns ana's account and a database with two of her chats, of which the server has purged one since.
    private func anaWithPurgedRoom(
        on server: TestServer
    ) async throws -> (ana: Person, database: ProfileDatabase, chats: (purged: String, kept: String)) {
        let ana = try await Person.register("ana", on: server)
        let (purged, kept) = (try await ana.makeRoom(), try await ana.makeRoom())
        let database = try ProfileDatabase.inMemory()
        try await run(ana, on: database) { try await self.waitForList(of: [purged, kept]) }
        try await purge(purged, from: server)
        return (ana, database, (purged, kept))
    }

    /// Deletes a room from a stopped server, and starts the server again. Other rooms have later events, so that all
    /// sync tokens remain valid.
    private func purge(_ roomID: String, from server: TestServer) async throws {
        await server.stop()
        let queue = try DatabaseQueue(path: server.directory + "/data/server.sqlite")
        try await queue.write { database in
            for table in ["rooms", "events", "current_state", "memberships"] {
                try database.execute(sql: "DELETE FROM \(table) WHERE room_id = ?", arguments: [roomID])
            }
        }
        try queue.close()
        try await server.start()
    }

    /// Runs the program with a database until the body returns.
    private func run(
        _ person: Person, on database: ProfileDatabase, _ body: @MainActor () async throws -> Void
    ) async throws {
        list = nil
        let events = ScreenEvents(clock: frames)
        events.chatList.subscribe(self) { $0.list = $1 }
        events.composer.subscribe(self) { $0.composer = $1 }
        let session = ConversationSession(
            account: Account(userID: person.userID, displayName: "Ana", deviceID: person.session.deviceID),
            database: database, client: person.client, events: events, environment: .real(now: { [self] in now }),
            logger: HomeserverClient.silentLogger)
        try session.showFromDisk()
        session.goOnline()
        try await body()
        await session.close()
        await person.client.shutdown()
    }

    private func waitForList(of chatIDs: Set<String>) async throws {
        try await frames.deliver(until: { shown == chatIDs }, described: { "the list has \(shown)" })
    }

    private var shown: Set<String> { Set(list?.rows.chats ?? []) }
}

/// The server listens at no address of TCP.
private struct NoAddress: Error {}
