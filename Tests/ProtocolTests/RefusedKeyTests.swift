import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine

/// Tests room keys that the server refuses to deliver to their devices.
@Suite(.timeLimit(.minutes(5))) struct RefusedKeyTests {
    @Test(arguments: [400, 403, 404, 413]) func rejectedKeyIsResentAfterAMinute(status: Int) async throws {
        try await LyingServer.run { lying in
            let (ana, bo) = (lying.ana, lying.bo)
            let refusal = Fault.json(status: status, "{\"errcode\":\"M_UNKNOWN\",\"error\":\"No\"}")
            let rule = lying.proxy.meet(.sendToDevice, with: refusal)
            try await ana.say("\(LyingServer.secret) the mat")
            try await ana.send()
            #expect(lying.proxy.count(of: rule) == 1)
            try await ana.say("\(LyingServer.secret) the pot")
            try await ana.send()
            // The key is not sent again with each line.
            #expect(lying.proxy.count(of: .sendToDevice) == 1)
            ana.time.now.withLock { $0 += 61_000 }
            try await ana.say("\(LyingServer.secret) the stone")
            try await ana.send()
            try await bo.receive()
            #expect(try bo.screen() == ["", "", "\(LyingServer.secret) the stone"])
            #expect(try await ana.sessions().count == 1)
        }
    }

    @Test func oversizedKeyRequestIsSplitInHalves() async throws {
        try await LyingServer.run { lying in
            let (ana, bo) = (lying.ana, lying.bo)
            let devices = [bo, try await lying.newDeviceOfBo(), try await lying.newDeviceOfBo()]
            try await ana.receive()
            // The response that a proxy in front of the server sends.
            let rule = lying.proxy.meet(.sendToDevice, with: .answer(status: 413, body: "<html>"), times: 2)
            try await ana.say("\(LyingServer.secret) the mat")
            try await ana.send()
            #expect(lying.proxy.count(of: rule) == 2)
            // The requests had three, two and one devices, then one and one.
            #expect(lying.proxy.count(of: .sendToDevice) == 5)
            for device in devices {
                try await device.receive()
                #expect(try device.screen() == ["\(LyingServer.secret) the mat"])
            }
            for device in devices.dropFirst() { await device.person.client.shutdown() }
        }
    }

    @Test(arguments: [Fault.limited(for: 60_000), .answer(status: 503, body: "{\"errcode\":\"M_UNKNOWN\"}")])
    func failedKeySendingBlocksOnlyItsChat(fault: Fault) async throws {
        try await LyingServer.run { lying in
            let ana = lying.ana
            lying.proxy.meet(.sendToDevice, with: fault, times: .max)
            let id = try await ana.say("\(LyingServer.secret) the mat")
            let carrier = OutboxSender(
                client: ana.person.client, outbox: ana.database.outbox, encryption: ana.encryption,
                deviceID: ana.person.session.deviceID)
            guard case .failedForNow(.chat, _) = await carrier.send(id, now: 1, left: { _ in }) else {
                Issue.record("it holds up other chats")
                return
            }
            lying.proxy.mend()
            try await ana.send()
            try await lying.bo.receive()
            #expect(try lying.bo.screen() == ["\(LyingServer.secret) the mat"])
        }
    }
}
