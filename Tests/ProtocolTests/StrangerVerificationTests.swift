import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// Tests verification requests by people who share no chat with ana.
@Suite(.timeLimit(.minutes(5))) struct StrangerVerificationTests {
    private static let count = 60

    /// - Parameter deviceID: The device that asks, by default the person's own.
    private func ask(
        _ number: Int, from kim: Person, deviceID: String? = nil, to ana: Person, at time: Int64
    ) async throws {
        let content: JSONValue = [
            "from_device": .string(deviceID ?? kim.session.deviceID), "methods": ["m.sas.v1"],
            "timestamp": .integer(time), "transaction_id": .string("ask-\(number)"),
        ]
        try await kim.client.sendToDevices(
            type: "m.key.verification.request", transactionID: "t-\(number)",
            messages: [ana.userID: [ana.session.deviceID: content]])
    }

    @Test func verificationFloodSendsNothingAndShowsFew() async throws {
        try await LyingServer.run { lying in
            let kim = try await Person.register("kim", on: lying.server)
            let ana = await Verifier(lying.ana)
            try await ana.hear()
            let before = [FaultPlace.keysQuery, .sendToDevice].map(lying.proxy.count(of:))
            let time = lying.ana.time.now.withLock(\.self)
            for number in 0..<Self.count {
                try await ask(number, from: kim, to: lying.ana.person, at: time)
            }
            try await ana.hear()
            // The user's own request is handled after all received ones.
            ana.endpoint.ask(.ownDevice(deviceID: "NONE"))
            while await ana.failures == 0 { await Task.yield() }
            let states = await ana.states
            #expect(states.count <= 8 && states.count < Self.count)
            #expect(states.values.count { !$0.isOver } == 1)
            // A single query is for her own device.
            let after = [FaultPlace.keysQuery, .sendToDevice].map(lying.proxy.count(of:))
            #expect(after[0] <= before[0] + 1 && after[1] == before[1])
            await ana.stop()
            await kim.client.shutdown()
        }
    }

    @Test func strangersLeaveRoomForAFriendsRequest() async throws {
        try await LyingServer.run { lying in
            let (owner, kim) = (lying.ana.person, try await Person.register("kim", on: lying.server))
            let chatID = try await owner.makeRoom(with: kim)
            try await ChatEndpoint.markDirect(chatID, with: kim.userID, of: owner.userID, client: owner.client)
            let ana = await Verifier(lying.ana)
            try await ana.hear()
            let time = lying.ana.time.now.withLock(\.self)
            for (place, name) in ["lee", "max", "nia", "oli"].enumerated() {
                let stranger = try await Person.register(name, on: lying.server)
                for (number, deviceID) in [(2 * place, "A"), (2 * place + 1, "B")] {
                    try await ask(number, from: stranger, deviceID: deviceID, to: owner, at: time)
                }
                await stranger.client.shutdown()
            }
            try await ask(8, from: kim, to: owner, at: time)
            try await ana.hear()
            let asked = VerificationTransaction(id: "ask-8", isInRoom: false)
            while await ana.states[asked] == nil { await Task.yield() }
            #expect(await ana.going.contains(asked))
            #expect(await ana.going.count == 5)
            await ana.stop()
            await kim.client.shutdown()
        }
    }

    @Test func verificationIsAnsweredOnlyAfterAccepting() async throws {
        try await LyingServer.run { lying in
            let kim = try await lying.newPerson("kim")
            let (ana, other) = (await Verifier(lying.ana), await Verifier(kim))
            for verifier in [ana, other] { try await verifier.hear() }
            let time = lying.ana.time.now.withLock(\.self)
            try await ask(1, from: kim.person, to: lying.ana.person, at: time)
            try await ana.hear()
            while await !ana.isAsked { await Task.yield() }
            let before = lying.proxy.count(of: .keysQuery)
            ana.endpoint.decide(.accept, VerificationTransaction(id: "ask-1", isInRoom: false))
            while await ana.isAsked { await Task.yield() }
            #expect(lying.proxy.count(of: .keysQuery) == before + 1)
            // A ready and a start were sent to her, which her device doesn't know about.
            let heard = try await kim.person.sync(since: kim.database.sync.token(), wait: 10_000)
            #expect(heard.deviceMessages.first?.type == "m.key.verification.ready")
            for verifier in [ana, other] { await verifier.stop() }
            await kim.person.client.shutdown()
        }
    }

    @Test func withdrawnVerificationIsHidden() async throws {
        try await LyingServer.run { lying in
            let kim = try await Person.register("kim", on: lying.server)
            let ana = await Verifier(lying.ana)
            let time = lying.ana.time.now.withLock(\.self)
            try await ask(1, from: kim, to: lying.ana.person, at: time)
            try await ana.hear()
            while await !ana.isAsked { await Task.yield() }
            try await kim.client.sendToDevices(
                type: "m.key.verification.cancel", transactionID: "cancel",
                messages: [
                    lying.ana.person.userID: [
                        lying.ana.person.session.deviceID: [
                            "transaction_id": "ask-1", "code": "m.user", "reason": "m.user",
                        ]
                    ]
                ])
            try await ana.hear()
            while await ana.isAsked { await Task.yield() }
            #expect(await ana.states.values.map(\.self) == [.cancelled(.user, isOurs: false)])
            await ana.stop()
            await kim.client.shutdown()
        }
    }
}
