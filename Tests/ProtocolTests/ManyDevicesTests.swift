import MatrixAPI
import MatrixClient
import MatrixCrypto
import TestSupport
import Testing

@testable import Messenger

/// What a line costs whose key goes to many devices, in requests and statements.
@Suite(.timeLimit(.minutes(5))) struct ManyDevicesTests {
    /// Ana before a chat with Bo, each line of which has a key of its own.
    private struct Chat {
        let server: TestServer
        let proxy: FaultProxy
        let ana: Device
        let bo: Person

        static func run(_ body: @escaping @Sendable (Chat) async throws -> Void) async throws {
            try await TestServer.run { server in
                guard case .url(let address) = await server.tcpHomeserver else { return }
                let proxy = try await FaultProxy(to: address)
                let ana = try await Person.register("ana", on: server, at: .url(proxy.address))
                let bo = try await Person.register("bo", on: server)
                let chatID = try await ana.makeEncryptedRoom(with: [bo])
                _ = try await ana.client.setState(
                    roomID: chatID, type: "m.room.encryption",
                    content: ["algorithm": "m.megolm.v1.aes-sha2", "rotation_period_msgs": 1])
                let device = try Device(ana, chatID: chatID, sealedWith: SealingKey())
                try await device.comeOnline()
                try await body(Chat(server: server, proxy: proxy, ana: device, bo: bo))
                for person in [ana, bo] { await person.client.shutdown() }
            }
        }

        func addDevices(_ count: Int) async throws {
            for _ in 0..<count {
                let device = try await bo.logInAgain(on: server)
                var account = OlmAccount()
                account.makeOneTimeKeys(1)
                let address = DeviceAddress(userID: device.userID, deviceID: device.session.deviceID)
                _ = try await device.client.uploadKeys(
                    deviceKeys: account.signedDeviceKeys(of: address),
                    oneTimeKeys: account.signedOneTimeKeys(of: address))
                await device.client.shutdown()
            }
            try await ana.receive()
        }

        /// What the second line cost after all were told of the first.
        func line() async throws -> (requests: Int, work: StatementCounter.Work) {
            try await say("to begin with")
            let before = proxy.count(of: .sendToDevice)
            let counter = StatementCounter(ana.database)
            let work = try await counter.measure { try await say("once more") }
            counter.stop()
            return (proxy.count(of: .sendToDevice) - before, work)
        }

        func say(_ line: String) async throws {
            try await ana.say(line)
            try await ana.send()
        }
    }

    @Test func aNewKeyTakesARequestForAHundredDevicesAndThreeStatementsForEach() async throws {
        try await Chat.run { chat in
            try await chat.addDevices(10)
            let few = try await chat.line()
            #expect(few.requests == 1)
            try await chat.addDevices(100)
            let many = try await chat.line()
            #expect(many.requests == 2)
            // Of each request one commit keeps it, and one forgets it.
            #expect(many.work.commits - few.work.commits == 2)
            // Its session is read and goes on, and it is noted that it has the key; what a request takes is in the rest.
            #expect((300...350).contains(many.work.statements - few.work.statements))
        }
    }

    @Test func aKeyThatWentOutWhileALineWasTypedDoesNotGoWithIt() async throws {
        try await Chat.run { chat in
            try await chat.addDevices(10)
            _ = try await chat.line()
            let encryption = try #require(chat.ana.encryption)
            let before = chat.proxy.count(of: .sendToDevice)
            await encryption.prepare(chatID: chat.ana.chatID)
            await encryption.prepare(chatID: chat.ana.chatID)
            #expect(chat.proxy.count(of: .sendToDevice) == before + 1)
            try await chat.say("typed meanwhile")
            #expect(chat.proxy.count(of: .sendToDevice) == before + 1)
            // Where the server reads along there is no key.
            await encryption.prepare(chatID: "!elsewhere:localhost")
            #expect(chat.proxy.count(of: .sendToDevice) == before + 1)
        }
    }

    @Test func nobodysKeysAreAskedForOrLookedAtAgain() async throws {
        try await Chat.run { chat in
            try await chat.addDevices(10)
            _ = try await chat.line()
            let known = await chat.ana.encryption?.knownRecipients
            #expect(known?.devices.given.count == 10)
            let before = [FaultPlace.keysQuery, .keysClaim].map(chat.proxy.count)
            _ = try await chat.line()
            #expect([FaultPlace.keysQuery, .keysClaim].map(chat.proxy.count) == before)
            let number = await chat.ana.encryption?.knownRecipients?.devicesNumber
            #expect(number == known?.devicesNumber)
            // Who comes later is looked at, and gets the next key.
            try await chat.addDevices(1)
            _ = try await chat.line()
            #expect(await chat.ana.encryption?.knownRecipients?.devices.given.count == 11)
        }
    }

    /// The server says nothing of them, and they are asked for with each line.
    @Test func aMemberWithoutKeysLeavesWhatIsKnownOfOthersAsItIs() async throws {
        try await Chat.run { chat in
            let kim = try await Person.register("kim", on: chat.server)
            try await chat.ana.person.client.invite(userID: kim.userID, roomID: chat.ana.chatID)
            _ = try await kim.client.join(roomIDOrAlias: chat.ana.chatID)
            await kim.client.shutdown()
            try await chat.ana.receive()
            _ = try await chat.line()
            let number = await chat.ana.encryption?.devicesNumber
            let before = chat.proxy.count(of: .keysQuery)
            _ = try await chat.line()
            #expect(chat.proxy.count(of: .keysQuery) == before + 2)
            #expect(await chat.ana.encryption?.devicesNumber == number)
        }
    }
}
