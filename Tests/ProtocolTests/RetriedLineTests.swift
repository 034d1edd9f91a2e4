import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Engine

/// Tests an encrypted line that is sent again after users or devices of its chat changed.
@Suite(.timeLimit(.minutes(5))) struct RetriedLineTests {
    private struct Chat {
        let server: TestServer
        let proxy: FaultProxy
        let ana: Device
        let bo: Device
        let kim: Device

        /// Runs the body with a chat that all three have joined, and whose session key all have.
        static func run(_ body: @escaping @Sendable (Chat) async throws -> Void) async throws {
            try await TestServer.run { server in
                guard case .url(let address) = await server.tcpHomeserver else { return }
                let proxy = try await FaultProxy(to: address)
                let people = [
                    try await Person.register("ana", on: server, at: .url(proxy.address)),
                    try await Person.register("bo", on: server), try await Person.register("kim", on: server),
                ]
                let chatID = try await people[0].makeEncryptedRoom(with: [people[1], people[2]])
                let devices = try people.map { try Device($0, chatID: chatID, sealedWith: SealingKey()) }
                for device in devices { try await device.comeOnline() }
                let chat = Chat(server: server, proxy: proxy, ana: devices[0], bo: devices[1], kim: devices[2])
                try await chat.ana.say("all of you")
                try await chat.ana.send()
                try await body(chat)
                for person in people { await person.client.shutdown() }
            }
        }

        /// Sends a line whose request or response gets lost.
        ///
        /// - Returns: The identifier of the line.
        func lose(_ line: String, _ fault: Fault) async throws -> String {
            let id = try await ana.say(line)
            let rule = proxy.meet(.send, with: fault)
            #expect(await carry(id) == .unanswered)
            try await proxy.waitForFaults(by: rule)
            return id
        }

        func carry(
            _ id: String, mayLeave: @escaping @Sendable () async -> Bool = { true }
        ) async -> OutboxMachine.Outcome {
            let carrier = OutboxSender(
                client: ana.person.client, outbox: ana.database.outbox, encryption: ana.encryption,
                deviceID: ana.person.session.deviceID)
            return await carrier.send(id, now: 1, mayLeave: mayLeave, left: { _ in })
        }

        func sealed(_ id: String) async throws -> JSONValue {
            try JSONValue(parsing: #require(try await ana.database.outbox.line(id: id)?.sealed))
        }

        func removeKim() async throws {
            try await ana.person.client.kick(userID: kim.person.userID, roomID: ana.chatID)
            try await ana.receive()
        }

        /// Whether kim has the key of the session of the last line.
        func canKimRead() async throws -> Bool {
            try await kim.receive()
            let page = try await bo.person.client.messages(roomID: bo.chatID, from: nil, limit: 200).chunk
            let last = page.first { $0.type == "m.room.encrypted" }
            let session = try #require(last?.content["session_id"]?.string)
            return try await kim.database.encryption.readAside { [chatID = kim.chatID] tables in
                try tables.hasRoomKey(RoomSession(chatID: chatID, sessionID: session))
            }
        }
    }

    @Test func memberRemovedDuringOutageCannotReadRetriedLine() async throws {
        try await Chat.run { chat in
            let id = try await chat.lose("without kim", .loseRequest)
            let before = try await chat.sealed(id)
            try await chat.removeKim()
            try await chat.ana.send()
            #expect(try await chat.sealed(id)["session_id"] != before["session_id"])
            #expect(try await !chat.canKimRead())
            try await chat.bo.receive()
            #expect(try chat.bo.screen() == ["all of you", "without kim"])
            try await chat.ana.receive()
            #expect(try chat.ana.screen() == ["all of you", "without kim"])
            #expect(try chat.ana.database.outbox.all().isEmpty)
        }
    }

    @Test func deviceAddedDuringOutageReadsRetriedLine() async throws {
        try await Chat.run { chat in
            _ = try await chat.lose("for your phone too", .loseRequest)
            let second = try await chat.bo.person.logInAgain(on: chat.server)
            let phone = try Device(second, chatID: chat.bo.chatID, sealedWith: SealingKey())
            try await phone.comeOnline()
            try await chat.ana.receive()
            try await chat.ana.send()
            try await phone.receive()
            #expect(try phone.screen().last == "for your phone too")
            try await chat.bo.receive()
            #expect(try chat.bo.screen().last == "for your phone too")
            await second.client.shutdown()
        }
    }

    @Test func memberWhoJoinedDuringOutageReadsRetriedLine() async throws {
        try await Chat.run { chat in
            _ = try await chat.lose("for newcomers too", .loseRequest)
            let lou = try await Person.register("lou", on: chat.server)
            try await chat.bo.person.client.invite(userID: lou.userID, roomID: chat.bo.chatID)
            _ = try await lou.client.join(roomIDOrAlias: chat.bo.chatID)
            let newcomer = try Device(lou, chatID: chat.bo.chatID, sealedWith: SealingKey())
            try await newcomer.comeOnline()
            try await chat.ana.receive()
            try await chat.ana.send()
            try await newcomer.receive()
            #expect(try newcomer.screen().last == "for newcomers too")
            await lou.client.shutdown()
        }
    }

    @Test func unchangedRecipientsKeepTheCiphertext() async throws {
        try await Chat.run { chat in
            let id = try await chat.lose("once", .loseRequest)
            let before = try await chat.sealed(id)
            try await chat.ana.receive()
            let again = chat.proxy.meet(.send, with: .loseRequest)
            #expect(await chat.carry(id) == .unanswered)
            try await chat.proxy.waitForFaults(by: again)
            #expect(try await chat.sealed(id) == before)
        }
    }

    @Test func lineStoredByTheServerStaysUnchanged() async throws {
        try await Chat.run { chat in
            let id = try await chat.lose("with kim", .loseAnswer)
            try await chat.removeKim()
            try await chat.ana.send()
            // The server knows the transaction, and has the line once, from the time when kim was a member.
            let texts = try await chat.ana.onServer().filter { $0.contains("ciphertext") }
            #expect(texts.count == 2)
            try await chat.bo.receive()
            #expect(try chat.bo.screen() == ["all of you", "with kim"])
            try await chat.ana.receive()
            #expect(try chat.ana.screen() == ["all of you", "with kim"])
            #expect(try await chat.ana.database.outbox.line(id: id) == nil)
        }
    }

    /// The server reports it while the connection is made.
    @Test func lineIsHeldBackWhenAMemberJustLeft() async throws {
        try await Chat.run { chat in
            let id = try await chat.ana.say("without kim")
            let outcome = await chat.carry(id) {
                try? await chat.removeKim()
                return true
            }
            #expect(outcome == .heldBack)
            try await chat.ana.send()
            #expect(try await !chat.canKimRead())
            try await chat.bo.receive()
            #expect(try chat.bo.screen() == ["all of you", "without kim"])
        }
    }
}
