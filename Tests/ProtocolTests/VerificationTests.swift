import MatrixAPI
import MatrixClient
import Synchronization
import TestSupport
import Testing

@testable import Engine
@testable import MatrixCrypto

/// Tests an emoji verification of two devices of one user, with the real server.
@Suite(.timeLimit(.minutes(5))) struct VerificationTests {
    /// Runs the body with two devices of ana's.
    private static func run(
        _ body: @escaping @Sendable (_ phone: Verifier, _ laptop: Verifier) async throws -> Void
    ) async throws {
        try await Device.withEncryption { ana, _, server in
            let another = try await ana.another(on: server)
            for device in [ana, another] { try await device.receive() }
            let (phone, laptop) = (await Verifier(ana), await Verifier(another))
            try await body(phone, laptop)
            await phone.stop()
            await laptop.stop()
            await another.person.client.shutdown()
        }
    }

    private func hear(_ devices: Verifier..., until isSo: @MainActor () -> Bool) async throws {
        while await !isSo() {
            for device in devices { try await device.hear() }
            await Task.yield()
        }
    }

    @Test func simultaneousRequestsBecomeOneVerification() async throws {
        try await Self.run { phone, laptop in
            for device in [phone, laptop] { device.endpoint.ask(.ownDevice(deviceID: nil)) }
            try await hear(phone, laptop) { phone.compared != nil && laptop.compared != nil }
            #expect(await phone.compared == laptop.compared)
            #expect(await phone.going == laptop.going)
            #expect(await phone.going.count == 1)
        }
    }

    @Test func requestingBackAcceptsTheRequest() async throws {
        try await Self.run { phone, laptop in
            phone.endpoint.ask(.ownDevice(deviceID: nil))
            try await hear(phone, laptop) { laptop.isAsked }
            laptop.endpoint.ask(.ownDevice(deviceID: nil))
            try await hear(phone, laptop) { phone.compared != nil && laptop.compared != nil }
            #expect(await laptop.states.count == 1)
        }
    }

    @Test func requestWithdrawnBeforeSendingIsNotSent() async throws {
        try await Self.run { phone, laptop in
            phone.endpoint.ask(.ownDevice(deviceID: nil))
            phone.endpoint.withdraw()
            // The next request is answered only after this one was dropped.
            phone.endpoint.ask(.ownDevice(deviceID: "NOBODY"))
            try await hear(phone) { phone.failures == 1 }
            try await laptop.hear()
            #expect(await laptop.states.isEmpty)
            #expect(await phone.states.isEmpty)
        }
    }

    @Test func unknownTransactionIsRejectedImmediately() async throws {
        try await Self.run { phone, laptop in
            phone.endpoint.ask(.ownDevice(deviceID: nil))
            try await hear(phone, laptop) { laptop.going.count == 1 }
            // The program on the phone restarts.
            let again = await Verifier(phone.device)
            let transaction = try #require(await laptop.going.first)
            laptop.endpoint.decide(.accept, transaction)
            try await hear(again, laptop) { laptop.states[transaction]?.isOver == true }
            #expect(await laptop.states[transaction] == .cancelled(.unknownTransaction, isOurs: false))
            await again.stop()
        }
    }

    @Test func quittingDuringVerificationCancelsIt() async throws {
        try await Self.run { phone, laptop in
            phone.endpoint.ask(.ownDevice(deviceID: nil))
            try await hear(phone, laptop) { laptop.isAsked }
            let transaction = try #require(await laptop.going.first)
            // Another device can answer a request.
            await laptop.endpoint.finish()
            #expect(await laptop.isAsked)
            laptop.endpoint.decide(.accept, transaction)
            try await hear(phone, laptop) { phone.compared != nil && laptop.compared != nil }
            await phone.endpoint.finish()
            try await hear(laptop) { laptop.states[transaction]?.isOver == true }
            #expect(await laptop.states[transaction] == .cancelled(.user, isOurs: false))
        }
    }

    @Test func quittingDoesNotWaitForTheNetwork() async throws {
        try await LyingServer.run { lying in
            let laptop = try await lying.ana.another(on: lying.server)
            try await lying.ana.receive()
            let phone = await Verifier(lying.ana)
            phone.endpoint.ask(.ownDevice(deviceID: nil))
            try await hear(phone) { phone.going.count == 1 }
            let rule = lying.proxy.meet(.sendToDevice, with: .hold)
            async let end: Void = phone.endpoint.finish()
            while lying.proxy.count(of: rule) == 0 { await Task.yield() }
            phone.clock.goOn(until: phone.clock.now + 1_000)
            await end
            lying.proxy.mend()
            await phone.stop()
            await laptop.person.client.shutdown()
        }
    }

    @Test func unansweredRequestTimesOut() async throws {
        try await Self.run { phone, laptop in
            phone.endpoint.ask(.ownDevice(deviceID: nil))
            try await hear(phone, laptop) { laptop.going.count == 1 && phone.going.count == 1 }
            for device in [phone, laptop] {
                device.device.time.now.withLock { $0 += 600_000 }
                try await hear(device) {
                    device.clock.goOn(until: device.clock.now + 600_000)
                    return device.going.isEmpty
                }
            }
            for device in [phone, laptop] {
                #expect(await Array(device.states.values) == [.cancelled(.timeout, isOurs: true)])
            }
        }
    }
}
