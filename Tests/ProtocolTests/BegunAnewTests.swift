import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine

/// Tests devices that establish a new Olm session after messages of the old one can't be decrypted.
@Suite(.timeLimit(.minutes(5))) struct BegunAnewTests {
    @Test func olmSessionIsReplacedAtMostOnceAnHour() async throws {
        try await LyingServer.run { lying in
            let (ana, bo) = (lying.ana, lying.bo)
            try await ana.say("\(LyingServer.secret) the mat")
            try await ana.send()
            let kept = try await ana.database.encryption.readAside { try $0.devices(of: bo.person.userID) }
            let key = try Curve25519PublicKey(base64: #require(kept.first).identityKey)
            let before = lying.proxy.count(of: .keysClaim)
            let hour: Int64 = 3_600_000
            for (passed, count) in [(0, 0), (hour - 1, 0), (1, 1), (0, 1), (hour - 1, 1), (1, 2)] as [(Int64, Int)] {
                ana.time.now.withLock { $0 += passed }
                await ana.encryption?.unwedge(key, of: bo.person.userID)
                #expect(lying.proxy.count(of: .keysClaim) == before + count)
            }
        }
    }

    @Test func unreachableDeviceIsNotifiedOnceAndStartsASession() async throws {
        try await LyingServer.run { lying in
            let (ana, bo) = (lying.ana, lying.bo)
            lying.lie(at: .keysClaim) { _ in ["one_time_keys": [:]] }
            let before = lying.proxy.count(of: .sendToDevice)
            for line in ["the mat", "the pot"] {
                try await ana.say("\(LyingServer.secret) \(line)")
                try await ana.send()
                ana.time.now.withLock { $0 += 61_000 }
            }
            #expect(lying.proxy.count(of: .sendToDevice) == before + 1)
            try await bo.receive()
            // His device responds automatically.
            var heard = try await ana.person.sync(since: ana.database.sync.token(), wait: 10_000)
            while heard.deviceMessages.isEmpty {
                heard = try await ana.person.sync(since: heard.nextBatch, wait: 10_000)
            }
            try await ana.receive()
            try await ana.say("\(LyingServer.secret) the stone")
            try await ana.send()
            try await bo.receive()
            #expect(try bo.screen() == ["", "", "\(LyingServer.secret) the stone"])
        }
    }

    /// A server that has no one-time keys left may leave out the count.
    @Test func missingOneTimeKeyCountTriggersAnUpload() async throws {
        try await LyingServer.run { lying in
            let ana = lying.ana
            let device = [ana.person.userID: [ana.person.session.deviceID]]
            for _ in 0..<50 { _ = try await lying.bo.person.client.claimKeys("signed_curve25519", of: device) }
            lying.lie(at: .sync) { json in
                var json = json
                json["device_one_time_keys_count"] = nil
                return json
            }
            let before = lying.proxy.count(of: .keysUpload)
            try await ana.receive()
            try await lying.proxy.waitForRequests(before + 1, to: .keysUpload)
        }
    }
}
