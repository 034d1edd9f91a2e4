import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine

/// Tests which devices get the key of a line.
@Suite(.timeLimit(.minutes(5))) struct KeyRecipientTests {
    /// Ana's device behind a network with faults, and bo's and kim's devices. Ana made the chat, and bo has joined
    /// it.
    private struct Chat {
        let server: TestServer
        let proxy: FaultProxy
        let ana: Device
        let bo: Device
        let kim: Device

        static func run(
            visibility: String = "shared", _ body: @escaping @Sendable (Chat) async throws -> Void
        ) async throws {
            try await TestServer.run { server in
                guard case .url(let address) = await server.tcpHomeserver else { return }
                let proxy = try await FaultProxy(to: address)
                let people = [
                    try await Person.register("ana", on: server, at: .url(proxy.address)),
                    try await Person.register("bo", on: server), try await Person.register("kim", on: server),
                ]
                let chatID = try await people[0].makeEncryptedRoom(with: [people[1]], visibility: visibility)
                let devices = try people.map { try Device($0, chatID: chatID, sealedWith: SealingKey()) }
                for device in devices { try await device.comeOnline() }
                try await body(
                    Chat(server: server, proxy: proxy, ana: devices[0], bo: devices[1], kim: devices[2]))
                for person in people { await person.client.shutdown() }
            }
        }

        func invite() async throws {
            try await ana.person.client.invite(userID: kim.person.userID, roomID: ana.chatID)
            try await ana.receive()
        }

        func join() async throws {
            try await invite()
            _ = try await kim.person.client.join(roomIDOrAlias: kim.chatID)
            try await ana.receive()
        }

        func say(_ line: String) async throws {
            try await ana.say(line)
            try await ana.send()
        }

        /// Whether kim's device was given the current sending key.
        func isGivenToKim() async throws -> Bool {
            let name = kim.person.session.deviceID
            return try await ana.database.encryption.readAside { [chatID = ana.chatID] tables in
                let session = try tables.sendingKey(chatID: chatID)?.sessionID ?? ""
                return try tables.shares(sessionID: session).contains { $0.deviceID == name && $0.outcome == .given }
            }
        }

        /// Whether ana may share the current sending key with later members.
        func isOwnKeyShareable() async throws -> Bool? {
            let (chatID, userID) = (ana.chatID, ana.person.userID)
            return try await ana.database.encryption.readAside { tables in
                let name = try tables.sendingKey(chatID: chatID)?.sessionID ?? ""
                return try tables.roomKey(RoomSession(chatID: chatID, sessionID: name), of: userID)?.isShareable
            }
        }

        func set(_ type: String, _ content: JSONValue) async throws {
            _ = try await ana.person.client.setState(roomID: ana.chatID, type: type, content: content)
            try await ana.receive()
        }
    }

    @Test func memberLeavingDuringMemberQueryGetsNoKey() async throws {
        try await Chat.run { chat in
            try await chat.join()
            let held = chat.proxy.meet(.members, with: .hold)
            try await chat.ana.say("the two of us")
            async let sending: Void = chat.ana.send()
            try await chat.proxy.waitForFaults(by: held)
            try await chat.kim.person.client.leave(roomID: chat.kim.chatID)
            try await chat.ana.receive()
            chat.proxy.mend()
            try await sending
            #expect(chat.proxy.count(of: .members) == 2)
            #expect(try await !chat.isGivenToKim())
            try await chat.bo.receive()
            #expect(try chat.bo.screen() == ["the two of us"])
        }
    }

    @Test(arguments: [("invited", true), ("shared", true), ("world_readable", true), ("joined", false)])
    func invitedUserGetsKeyIfHistoryVisibilityAllows(
        visibility: String, isGiven: Bool
    ) async throws {
        try await Chat.run(visibility: visibility) { chat in
            try await chat.invite()
            try await chat.say("come in")
            #expect(try await chat.isGivenToKim() == isGiven)
            _ = try await chat.kim.person.client.join(roomIDOrAlias: chat.kim.chatID)
            try await chat.ana.receive()
            try await chat.say("welcome")
            #expect(try await chat.isGivenToKim())
            try await chat.kim.receive()
            #expect(try chat.kim.screen() == (isGiven ? ["come in", "welcome"] : ["welcome"]))
        }
    }

    /// Bo joined before kim, so that kim sees no event of bo's membership.
    @Test(arguments: ["joined", "invited"])
    func newMembersLineIsReadByMembersWhoseJoinIsHidden(visibility: String) async throws {
        try await Chat.run(visibility: visibility) { chat in
            try await chat.join()
            try await chat.kim.receive()
            try await chat.kim.say("I am new here")
            try await chat.kim.send()
            for device in [chat.ana, chat.bo] {
                try await device.receive()
                #expect(try device.screen() == ["I am new here"])
            }
        }
    }

    /// An invited user may have been given keys by others.
    @Test func declinedInvitationRotatesTheKey() async throws {
        try await Chat.run(visibility: "joined") { chat in
            try await chat.invite()
            try await chat.say("one")
            #expect(try await !chat.isGivenToKim())
            try await chat.kim.person.client.leave(roomID: chat.kim.chatID)
            try await chat.ana.receive()
            for line in ["two", "three"] { try await chat.say(line) }
            #expect(try await chat.ana.sessions().count == 2)
        }
    }

    @Test func removedDeviceRotatesTheKey() async throws {
        try await Chat.run { chat in
            let second = try await chat.bo.person.logInAgain(on: chat.server)
            let late = try Device(second, chatID: chat.bo.chatID, sealedWith: SealingKey())
            try await late.comeOnline()
            try await chat.ana.receive()
            try await chat.say("one")
            try await late.receive()
            #expect(try late.screen() == ["one"])
            try await second.client.logOut()
            await second.client.shutdown()
            try await chat.ana.receive()
            for line in ["two", "three"] { try await chat.say(line) }
            #expect(try await chat.ana.sessions().count == 2)
        }
    }

    @Test func keyRotatesAfterConfiguredPeriod() async throws {
        try await Chat.run { chat in
            let hour: Int64 = 3_600_000
            try await chat.set(
                "m.room.encryption", ["algorithm": "m.megolm.v1.aes-sha2", "rotation_period_ms": .integer(2 * hour)])
            try await chat.say("one")
            chat.ana.time.now.withLock { $0 += 2 * hour - 1 }
            try await chat.say("two")
            #expect(try await chat.ana.sessions().count == 1)
            chat.ana.time.now.withLock { $0 += 1 }
            try await chat.say("three")
            #expect(try await chat.ana.sessions().count == 2)
        }
    }

    @Test func historyVisibilityChangeRotatesTheKey() async throws {
        try await Chat.run(visibility: "joined") { chat in
            for (number, visibility) in ["joined", "invited", "shared", "world_readable", "joined"].enumerated() {
                try await chat.set("m.room.history_visibility", ["history_visibility": .string(visibility)])
                try await chat.say("\(number)")
                #expect(try await chat.isOwnKeyShareable() == ["shared", "world_readable"].contains(visibility))
            }
            #expect(try await chat.ana.sessions().count == 3)
        }
    }

    @Test func deviceAddedWhileOfflineGetsTheNextKey() async throws {
        try await Chat.run { chat in
            try await chat.say("one")
            let second = try await chat.bo.person.logInAgain(on: chat.server)
            let late = try Device(second, chatID: chat.bo.chatID, sealedWith: SealingKey())
            try await late.comeOnline()
            let again = try chat.ana.reopened(sealedWith: chat.ana.sealingKey)
            try await again.receive()
            try await again.say("two")
            try await again.send()
            try await late.receive()
            #expect(try late.screen() == ["", "two"])
            await second.client.shutdown()
        }
    }

    @Test func unsentLineIsNotReadableByFormerMember() async throws {
        try await Chat.run { chat in
            try await chat.join()
            let id = try await chat.ana.say("the two of us")
            let carrier = OutboxSender(
                client: chat.ana.person.client, outbox: chat.ana.database.outbox, encryption: chat.ana.encryption,
                deviceID: chat.ana.person.session.deviceID)
            #expect(await carrier.send(id, now: 1, mayLeave: { false }, left: { _ in }) == .heldBack)
            #expect(try await chat.isGivenToKim())
            try await chat.kim.person.client.leave(roomID: chat.kim.chatID)
            try await chat.ana.receive()
            try await chat.ana.send()
            #expect(try await !chat.isGivenToKim())
            try await chat.bo.receive()
            #expect(try chat.bo.screen() == ["the two of us"])
        }
    }

    /// The state that a kill leaves.
    @Test func restartReencryptsUnsentLine() async throws {
        try await Chat.run { chat in
            let id = try await chat.ana.say("one")
            try await chat.ana.encryption?.seal(
                lineID: id, chatID: chat.ana.chatID, type: "m.room.message", content: ["body": "one"])
            #expect(try await chat.ana.database.outbox.line(id: id)?.sealed != nil)
            let again = try chat.ana.reopened(sealedWith: chat.ana.sealingKey)
            try await again.receive()
            #expect(try await again.database.outbox.line(id: id)?.sealed == nil)
        }
    }
}
