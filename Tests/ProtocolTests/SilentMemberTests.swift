import Conversations
import Engine
import MatrixAPI
import MatrixClient
import Presentation
import Storage
import TestSupport
import Testing
import ViewModels

/// Tests mentions of members without recent messages, whom syncs leave out.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class SilentMemberTests {
    private let frames = FrameClock()
    private var status = ""
    private var chat: ChatViewModel?
    private var completion: CompletionViewModel?

    @Test func silentMemberCanBeMentioned() async throws {
        try await TestServer.run { server in
            let ana = try await Person.register("ana", on: server)
            let bo = try await Person.register("bo", on: server)
            let kai = try await Person.register("kai", on: server)
            let chatID = try await ana.client.createRoom(
                CreateRoomRequest(invites: [bo.userID, kai.userID], preset: .privateChat, name: "Tea"))
            for guest in [kai, bo] { _ = try await guest.client.join(roomIDOrAlias: chatID) }
            for number in 0..<20 { _ = try await bo.say("line \(number)", in: chatID) }
            try await self.look(as: ana, for: kai, in: chatID)
            for person in [ana, bo, kai] { await person.client.shutdown() }
        }
    }

    private func look(as ana: Person, for kai: Person, in chatID: String) async throws {
        let database = try ProfileDatabase.inMemory()
        let events = ScreenEvents(clock: frames)
        events.chat.subscribe(self) { $0.chat = $1 }
        events.completion.subscribe(self) { $0.completion = $1 }
        events.connection.subscribe(self) { $0.status = $1.status.string }
        let session = ConversationSession(
            account: Account(userID: ana.userID, displayName: "Ana", deviceID: ana.session.deviceID),
            database: database, client: ana.client, events: events, environment: .real(now: { 1_795_262_400_000 }),
            logger: HomeserverClient.silentLogger)
        try session.showFromDisk()
        session.goOnline()
        try await wait { self.status.hasPrefix("online") && self.chat?.rows.isEmpty == false }
        #expect(try database.chats.members(chatID: chatID).contains { $0.userID == kai.userID } == false)

        completion?.ask(CompletionQuery(kind: .person, text: "ka"))
        try await wait { self.completion?.rows.map(\.text) == ["@kai "] }
        await session.close()
        database.close()
    }

    private func wait(_ isSo: () throws -> Bool) async throws {
        try await frames.deliver(
            until: isSo, described: { "\(status); found: \(completion?.rows.map(\.text) ?? [])" })
    }
}
