import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine

/// Counts the requests and statements of a line whose key goes to many devices.
@Suite(.timeLimit(.minutes(5))) struct ManyDevicesTests {
    /// Ana in a chat with bo, in which each line has a separate key.
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
            for _ in 0..<count { try await giveKeys(to: try await bo.logInAgain(on: server)) }
            try await ana.receive()
        }

        /// Adds `count` users, each with two devices.
        func addMembers(_ count: Int) async throws {
            for number in 0..<count {
                let kim = try await Person.register("kim\(number)", on: server)
                try await ana.person.client.invite(userID: kim.userID, roomID: ana.chatID)
                _ = try await kim.client.join(roomIDOrAlias: ana.chatID)
                try await giveKeys(to: try await kim.logInAgain(on: server))
                try await giveKeys(to: kim)
            }
            try await ana.receive()
        }

        private func giveKeys(to device: Person) async throws {
            var account = OlmAccount()
            account.makeOneTimeKeys(1)
            let address = DeviceAddress(userID: device.userID, deviceID: device.session.deviceID)
            _ = try await device.client.uploadKeys(
                deviceKeys: account.signedDeviceKeys(of: address),
                oneTimeKeys: account.signedOneTimeKeys(of: address))
            await device.client.shutdown()
        }

        /// Returns the cost of the second line, after the first one reached all devices.
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

    @Test func newKeyCostsOneRequestPerHundredDevices() async throws {
        try await Chat.run { chat in
            try await chat.addDevices(10)
            let few = try await chat.line()
            #expect(few.requests == 1)
            try await chat.addDevices(100)
            let many = try await chat.line()
            #expect(many.requests == 2)
            // For each request, one commit stores it and another removes it.
            #expect(many.work.commits - few.work.commits == 2)
            // Each device takes three statements: its session is read and updated, and the key's recipient is
            // recorded. The rest is the cost of a request.
            #expect((300...350).contains(many.work.statements - few.work.statements))
        }
    }

    @Test func keySharedWhileTypingIsNotResent() async throws {
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
            // An unencrypted chat has no key.
            await encryption.prepare(chatID: "!elsewhere:localhost")
            #expect(chat.proxy.count(of: .sendToDevice) == before + 1)
        }
    }

    @Test func knownRecipientsAreNotQueriedAgain() async throws {
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
            // A device that is added later is checked, and gets the next key.
            try await chat.addDevices(1)
            _ = try await chat.line()
            #expect(await chat.ana.encryption?.knownRecipients?.devices.given.count == 11)
        }
    }

    /// For forty people with two devices each, everything is queried at once for the first line, and nothing for the
    /// second.
    @Test func laterLinesCostTheSameForAnyMemberCount() async throws {
        try await Chat.run { chat in
            _ = try await chat.ana.person.client.setState(
                roomID: chat.ana.chatID, type: "m.room.encryption", content: ["algorithm": "m.megolm.v1.aes-sha2"])
            try await chat.addDevices(1)
            let few = try await chat.line()
            try await chat.addMembers(40)
            let places = [FaultPlace.members, .keysQuery, .keysClaim, .sendToDevice]
            let before = places.map(chat.proxy.count)
            try await chat.say("to all of you")
            // The number of changes was so large that the server didn't list each.
            #expect(zip(places.map(chat.proxy.count), before).map { $0 - $1 } == [1, 1, 1, 1])
            let counts = places.map(chat.proxy.count)
            let many = try await chat.line()
            #expect(places.map(chat.proxy.count) == counts)
            #expect(many.requests == 0 && many.work == few.work)
        }
    }

    /// The server returns nothing about them, and later lines don't wait for that again.
    @Test func memberWithoutKeysIsQueriedAgainWithBackoff() async throws {
        try await Chat.run { chat in
            let kim = try await Person.register("kim", on: chat.server)
            // The responses leave her out, as if her server could not be reached.
            let userID = kim.userID
            let leavesOut = chat.proxy.meet(.keysQuery, with: .change { $0.withoutDevices(of: userID) }, times: 100)
            try await chat.ana.person.client.invite(userID: kim.userID, roomID: chat.ana.chatID)
            _ = try await kim.client.join(roomIDOrAlias: chat.ana.chatID)
            try await chat.ana.receive()
            _ = try await chat.line()
            let number = await chat.ana.encryption?.devicesNumber
            // The retry comes a minute after the first query, and two minutes after the next.
            for (passed, asks) in [(0, 0), (60_000, 1), (60_000, 0), (60_000, 1)] as [(Int64, Int)] {
                chat.ana.time.now.withLock { $0 += passed }
                let before = chat.proxy.count(of: .keysQuery)
                _ = try await chat.line()
                #expect(chat.proxy.count(of: .keysQuery) == before + asks)
            }
            #expect(await chat.ana.encryption?.devicesNumber == number)
            #expect(chat.proxy.count(of: leavesOut) > 2)
            chat.proxy.mend()
            // A user who has keys by now gets the next one at once.
            let device = try Device(kim, chatID: chat.ana.chatID, sealedWith: SealingKey())
            try await device.comeOnline()
            try await chat.ana.receive()
            try await chat.say("welcome")
            try await device.receive()
            #expect(try device.screen().last == "welcome")
            await kim.client.shutdown()
        }
    }
}

extension [UInt8] {
    /// Returns a response to `keys/query` without this user.
    fileprivate func withoutDevices(of userID: String) -> [UInt8] {
        guard var answer = try? JSONValue(parsing: self), var keys = answer["device_keys"] else { return self }
        keys[userID] = nil
        answer["device_keys"] = keys
        return answer.serialized
    }
}
