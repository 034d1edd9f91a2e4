import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// Tests encrypted chats between the program's own components, with the embedded server.
@Suite(.timeLimit(.minutes(5))) struct EncryptedChatTests {
    /// Runs the body with the devices of these people in an encrypted chat, which the first one created.
    private static func run(
        _ names: [String] = ["ana", "bo"],
        _ body: @escaping @Sendable ([Device], TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            var people: [Person] = []
            for name in names { people.append(try await Person.register(name, on: server)) }
            let chatID = try await people[0].makeEncryptedRoom(with: Array(people.dropFirst()))
            let devices = try people.map { try Device($0, chatID: chatID, sealedWith: SealingKey()) }
            for device in devices { try await device.comeOnline() }
            try await body(devices, server)
            for person in people { await person.client.shutdown() }
        }
    }

    @Test func longestEncryptedLineIsAcceptedByTheServer() async throws {
        try await Device.withEncryption { ana, bo, _ in
            let text = String(repeating: "x", count: ComposedLine.maximumTextBytes(isEncrypted: true))
            try await ana.say(text)
            try await ana.send()
            try await bo.receive()
            #expect(try bo.screen() == [text])
        }
    }

    @Test func encryptedRelationsAreReadByMembersOnly() async throws {
        try await Self.run { devices, _ in
            let (ana, bo) = (devices[0], devices[1])
            try await ana.say("tea at four?")
            try await ana.send()
            try await bo.receive()
            #expect(try bo.screen() == ["tea at four?"])
            try await bo.react("👍", to: bo.eventID("tea at four?"))
            try await bo.reply("gladly", to: "tea at four?")
            try await bo.send()
            try await ana.receive()
            try await ana.edit(ana.eventID("tea at four?"), "tea at five?")
            try await ana.send()
            try await ana.receive()
            try await bo.receive()
            for device in [ana, bo] {
                #expect(try device.screen() == ["tea at five?* 👍1", "“tea at five?” gladly"])
            }
            let texts = try await ana.onServer()
            #expect(texts.filter { $0.contains("m.room.encrypted") }.count == 3)
            #expect(!texts.contains { $0.contains("tea at") || $0.contains("gladly") })
        }
    }

    @Test func lineWithLostResponsesArrivesOnce() async throws {
        try await Self.run { devices, _ in
            let (ana, bo) = (devices[0], devices[1])
            for line in ["one", "two", "three"] { try await ana.say(line) }
            try await ana.send(isKilled: true)
            try await bo.receive()
            #expect(try bo.screen() == ["one", "two", "three"])
            #expect(try await ana.onServer().filter { $0.contains("m.room.encrypted") }.count == 3)
            try await ana.receive()
            #expect(try ana.screen() == ["one", "two", "three"])
            #expect(try ana.database.outbox.all().isEmpty)
        }
    }

    @Test func formerMemberCannotReadLaterMessages() async throws {
        try await Self.run(["ana", "bo", "kim"]) { devices, _ in
            let (ana, bo, kim) = (devices[0], devices[1], devices[2])
            try await ana.say("all of you")
            try await ana.send()
            let before = try await ana.sessions()
            try await kim.receive()
            try await kim.person.client.leave(roomID: kim.chatID)
            try await ana.receive()
            try await ana.say("the two of us")
            try await ana.send()
            let after = try await ana.sessions()
            #expect(before.count == 1 && after.count == 2)
            try await kim.receive()
            try await bo.receive()
            #expect(try bo.screen() == ["all of you", "the two of us"])
            #expect(try kim.screen() == ["all of you"])
            let new = RoomSession(chatID: kim.chatID, sessionID: try #require(after.subtracting(before).first))
            #expect(try await kim.database.encryption.readAside { try !$0.hasRoomKey(new) })
        }
    }

    @Test func newDeviceReadsOnlyLaterMessages() async throws {
        try await Self.run { devices, server in
            let (ana, bo) = (devices[0], devices[1])
            try await ana.say("before")
            try await ana.send()
            let second = try await bo.person.logInAgain(on: server)
            let late = try Device(second, chatID: bo.chatID, sealedWith: SealingKey())
            try await late.comeOnline()
            try await ana.receive()
            try await ana.say("after")
            try await ana.send()
            try await late.receive()
            #expect(try late.encryptions() == [.sealed(.beforeKey, sessionID: nil), nil])
            #expect(try late.screen() == ["", "after"])
            await second.client.shutdown()
        }
    }

    @Test func lineIsDecryptedWhenItsKeyArrives() async throws {
        try await Self.run { devices, _ in
            let (ana, bo) = (devices[0], devices[1])
            try await ana.say("patience")
            try await ana.send()
            let response = try await bo.person.sync(since: bo.database.sync.token())
            let encryption = try #require(bo.encryption)
            let timeline = try #require(response.joined[bo.chatID]?.timeline)
            try await bo.keep(response, encryption.open([(bo.chatID, timeline)]))
            #expect(try bo.encryptions() == [.sealed(.awaitsKey, sessionID: nil)])
            // Delivers the key, as with a later sync.
            _ = try await encryption.process([response])
            #expect(try await encryption.openArrived().count == 1)
            #expect(try bo.screen() == ["patience"])
        }
    }

    @Test func messagesAreDecryptedAfterUnlockingTheKeyring() async throws {
        try await Self.run { devices, _ in
            let (ana, bo) = (devices[0], devices[1])
            let locked = try bo.reopened(sealedWith: nil)
            try await ana.say("patience")
            try await ana.send()
            try await locked.receive()
            #expect(try locked.encryptions() == [.sealed(.withoutKeys, sessionID: nil)])
            let open = try locked.reopened(sealedWith: bo.sealingKey)
            try await open.receive()
            #expect(try open.screen() == ["patience"])
        }
    }

    @Test func lineIsNotSentWithoutAccessToDeviceKeys() async throws {
        try await Self.run { devices, _ in
            let ana = try devices[0].reopened(sealedWith: SealingKey())
            try await ana.say("never in clear")
            try await ana.send()
            #expect(try ana.database.outbox.all().map(\.state) == [.failed(reason: .withoutKeys)])
            #expect(try await !ana.onServer().contains { $0.contains("never in clear") })
        }
    }

    /// This happens if the keyring lost the sealing key, and the user logs in again.
    @Test func newKeyReplacesAnUnreadableOne() async throws {
        try await Self.run { devices, server in
            let (ana, bo) = (devices[0], devices[1])
            try await ana.say("before")
            try await ana.send()
            try await bo.receive()
            let person = try await bo.person.logInAgain(on: server)
            let late = try Device(person, chatID: bo.chatID, sealedWith: SealingKey(), database: bo.database)
            try await late.comeOnline()
            try await ana.receive()
            try await ana.say("after")
            try await ana.send()
            #expect(try await ana.sessions().count == 1)
            try await late.receive()
            #expect(try late.screen() == ["before", "after"])
            await person.client.shutdown()
        }
    }

    @Test func usedOneTimeKeysAreReplenished() async throws {
        try await Self.run(["ana", "bo"]) { devices, _ in
            let (ana, bo) = (devices[0], devices[1])
            let device = [bo.person.userID: [bo.person.session.deviceID]]
            for _ in 0..<30 { _ = try await ana.person.client.claimKeys("signed_curve25519", of: device) }
            #expect(try await bo.person.sync().oneTimeKeyCounts == ["signed_curve25519": 20])
            // A sync during an upload leaves the next upload to a later sync.
            while try await bo.person.sync().oneTimeKeyCounts != ["signed_curve25519": 50] {
                try await bo.receive()
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(try await bo.person.sync().oneTimeKeyCounts == ["signed_curve25519": 50])
        }
    }

    @Test func sessionRotatesAfterConfiguredMessageCount() async throws {
        try await Self.run { devices, _ in
            let (ana, bo) = (devices[0], devices[1])
            _ = try await ana.person.client.setState(
                roomID: ana.chatID, type: "m.room.encryption",
                content: ["algorithm": "m.megolm.v1.aes-sha2", "rotation_period_msgs": 3])
            try await ana.receive()
            for number in 1...7 { try await ana.say("\(number)") }
            try await ana.send()
            #expect(try await ana.sessions().count == 3)
            try await bo.receive()
            #expect(try bo.screen() == (1...7).map { "\($0)" })
        }
    }

    /// The recipients determined for one line stay valid for the next. Otherwise each line in a chat with many
    /// devices would be slow.
    @Test func secondLineReusesTheKnownRecipients() async throws {
        try await Self.run { devices, _ in
            let ana = devices[0]
            try await ana.say("one")
            try await ana.send()
            let ready = await ana.encryption?.readyChats[ana.chatID]
            #expect(ready?.people.count == 2)
            // If the keys were read again, nobody would get the line.
            try await ana.database.encryption.write { tables in
                for userID in try tables.trackedPeople() { try tables.set([], of: userID, generation: 0) }
            }
            try await ana.say("two")
            try await ana.send()
            #expect(try await ana.sessions().count == 1)
            #expect(await ana.encryption?.readyChats[ana.chatID] == ready)
        }
    }
}
