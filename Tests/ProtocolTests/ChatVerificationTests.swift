import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import MatrixCrypto

/// Tests an emoji verification of two users in an encrypted chat, with the real server.
@Suite(.timeLimit(.minutes(5))) struct ChatVerificationTests {
    /// Runs the body with the two users who verify, and kim, who is in the chat as well.
    private static func run(
        _ body: @escaping @Sendable (_ ana: Verifier, _ bo: Verifier, _ kim: Device, TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            var people: [Person] = []
            for name in ["ana", "bo", "kim"] { people.append(try await Person.register(name, on: server)) }
            let chatID = try await people[0].makeEncryptedRoom(with: Array(people[1...]))
            let devices = try people.map { try Device($0, chatID: chatID, sealedWith: SealingKey()) }
            for device in devices {
                // Requests in a chat have the server's timestamps.
                device.time.now.withLock { $0 = Int64(Date().timeIntervalSince1970 * 1_000) }
                try await device.comeOnline()
            }
            let (ana, bo) = (await Verifier(devices[0]), await Verifier(devices[1]))
            try await body(ana, bo, devices[2], server)
            for verifier in [ana, bo] { await verifier.stop() }
            for person in people { await person.client.shutdown() }
        }
    }

    private func hear(_ devices: Verifier..., until isSo: @MainActor () -> Bool) async throws {
        while await !isSo() {
            for device in devices { try await device.hear() }
            await Task.yield()
        }
    }

    /// Ana sends the request to bo, and both see the same emoji.
    private func compare(_ ana: Verifier, _ bo: Verifier) async throws {
        ana.endpoint.ask(.person(userID: bo.device.person.userID, chatID: ana.device.chatID))
        try await hear(ana, bo) { bo.isAsked && ana.going.count == 1 }
        let transaction = try #require(await bo.going.first)
        bo.endpoint.decide(.accept, transaction)
        try await hear(ana, bo) { ana.compared != nil && bo.compared != nil }
        for device in [ana, bo] { device.endpoint.decide(.match, transaction) }
        try await hear(ana, bo) { ana.going.isEmpty && bo.going.isEmpty }
    }

    @Test func changedIdentityCanBeVerified() async throws {
        try await Self.run { ana, bo, kim, _ in
            try await bo.device.tend()
            _ = try await kim.makeIdentity()
            try await ana.hear()
            try await ana.device.say("hello")
            try await ana.device.send()
            // Both identities changed. An attacker who controls the server could do the same.
            try await bo.device.encryption?.resetIdentity(proof: AccountProof(password: Person.password(of: "bo")))
            _ = try await kim.makeIdentity()
            for verifier in [ana, bo] { try await verifier.hear() }
            try await compare(ana, bo)
            for verifier in [ana, bo] {
                #expect(await verifier.failures == 0)
                let isDone = await verifier.states.values.contains { if case .done = $0 { true } else { false } }
                #expect(isDone)
            }
            // Bo's new identity is verified, and no question about it remains.
            #expect(try await ana.device.trust(in: bo.device) == .verified)
            #expect(try await ana.device.people()[bo.device.person.userID] == .verified)
            #expect(try await ana.device.changed().map(\.userID) == [kim.person.userID])
            // The verification covers only bo.
            #expect(try await ana.device.trust(in: kim) == .identityChanged)
        }
    }

    @Test func verifyingDeviceCannotReadMessages() async throws {
        try await Self.run { ana, bo, kim, server in
            _ = try await bo.device.makeIdentity()
            let second = try await bo.device.person.logInAgain(on: server)
            let stranger = try Device(second, chatID: ana.device.chatID, sealedWith: SealingKey())
            try await stranger.comeOnline()
            try await ana.hear()
            try await ana.device.say("for bo alone")
            try await ana.device.send()
            try await compare(ana, bo)
            try await ana.device.say("and this")
            try await ana.device.send()
            for device in [bo.device, stranger, kim] { try await device.receive() }
            #expect(try bo.device.screen().count { $0.contains("alone") || $0.contains("this") } == 2)
            let read = try stranger.encryptions()
            #expect(read == Array(repeating: .sealed(.withheld(code: "m.unverified"), sessionID: nil), count: 2))
            // Only the request is stored.
            let all = try stranger.database.messages.window(chatID: stranger.chatID, endingAtLatest: 100).messages
            #expect(all.count { $0.message.kind == .verification } == 1)
            // The other members see no undecryptable rows.
            #expect(try kim.encryptions().allSatisfy { $0 == nil })
            await second.client.shutdown()
        }
    }

    @Test func requestDecryptedLaterIsHandledThen() async throws {
        try await Self.run { ana, bo, _, _ in
            bo.endpoint.ask(.person(userID: ana.device.person.userID, chatID: bo.device.chatID))
            try await hear(bo) { bo.going.count == 1 }
            let device = ana.device
            let response = try await device.person.sync(since: device.database.sync.token())
            let encryption = try #require(device.encryption)
            let timeline = try #require(response.joined[device.chatID]?.timeline)
            try await device.keep(response, encryption.open([(device.chatID, timeline)]))
            // Delivers the key, as with a later sync.
            _ = try await encryption.process([response])
            let intake = SyncIntake(
                store: device.database.sync, userID: device.person.userID, encryption: encryption,
                verification: ana.endpoint, queue: await EventQueue(), clock: ana.clock.loopClock)
            await intake.openArrived()
            while await !ana.isAsked { await Task.yield() }
        }
    }
}
