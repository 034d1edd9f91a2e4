import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Messenger

/// Tests a profile that was copied, used further, and restored. Its sessions have their state from the time of the
/// copy.
@Suite(.timeLimit(.minutes(5))) struct RestoredProfileTests {
    private static let lines = (1...6).map { "line \($0)" }

    /// Runs the body with ana's device, whose database is in a file, and bo's, in an encrypted chat.
    private static func run(
        _ body: @escaping @Sendable (_ ana: Device, _ bo: Device, _ directory: String) async throws -> Void
    ) async throws {
        let directory = NSTemporaryDirectory() + "confab-restored-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await TestServer.run { server in
            let (ana, bo) = (try await Person.register("ana", on: server), try await Person.register("bo", on: server))
            let chatID = try await ana.makeEncryptedRoom(with: [bo])
            let key = SealingKey()
            let database = try ProfileDatabase(path: directory + "/ana.db")
            let devices = [
                try Device(ana, chatID: chatID, sealedWith: key, database: database),
                try Device(bo, chatID: chatID, sealedWith: SealingKey()),
            ]
            for device in devices { try await device.comeOnline() }
            try await body(devices[0], devices[1], directory)
            for person in [ana, bo] { await person.client.shutdown() }
        }
    }

    /// Returns the same device with its current profile, and with the copied profile.
    private static func copy(
        _ device: Device, _ directory: String
    ) throws -> (now: Device, copied: () throws -> Device) {
        device.database.close()
        let copy = directory + "/copy.db"
        try FileManager.default.copyItem(atPath: directory + "/ana.db", toPath: copy)
        let now = try ProfileDatabase(path: directory + "/ana.db")
        let reopen = { (database: ProfileDatabase) in
            try Device(device.person, chatID: device.chatID, sealedWith: device.sealingKey, database: database)
        }
        return (try reopen(now), { try reopen(ProfileDatabase(path: copy)) })
    }

    @Test func linesSentAfterRestoringACopyAreReadByAll() async throws {
        try await Self.run { ana, bo, directory in
            try await ana.say("before")
            try await ana.send()
            try await ana.receive()
            let (later, copied) = try Self.copy(ana, directory)
            for line in Self.lines {
                try await later.say(line)
                try await later.send()
            }
            try await bo.receive()
            later.database.close()

            let restored = try copied()
            try await restored.receive()
            let said = ["before"] + Self.lines
            #expect(try restored.screen() == said)
            try await restored.say("after")
            try await restored.send()
            try await bo.receive()
            #expect(try bo.screen() == said + ["after"])
            try await restored.receive()
            #expect(try restored.screen() == said + ["after"])
            #expect(try restored.database.outbox.all().isEmpty)
            restored.database.close()
        }
    }

    /// The messages since the copy are in a gap that was not filled.
    @Test func lineRejectedAsReplayIsResentOnce() async throws {
        try await Self.run { ana, bo, directory in
            try await ana.say("before")
            try await ana.send()
            try await ana.receive()
            let (later, copied) = try Self.copy(ana, directory)
            try await later.say("said")
            try await later.send()
            later.database.close()

            let restored = try copied()
            // The line is sent before the sync that would reveal the other.
            try await restored.say("lost")
            try await restored.send()
            try await bo.receive()
            #expect(try bo.encryptions() == [nil, nil, .sealed(.isReplay, sessionID: nil)])
            try await restored.receive()
            #expect(try restored.screen() == ["before", "said", ""])
            let again = try restored.database.outbox.all()
            #expect(again.map(\.body) == ["lost"] && again.map(\.state) == [.queued])
            try await restored.send()
            try await bo.receive()
            #expect(try bo.screen() == ["before", "said", "", "lost"])
            try await restored.receive()
            #expect(try restored.screen() == ["before", "said", "", "lost"])
            #expect(try restored.database.outbox.all().isEmpty)
            restored.database.close()
        }
    }
}
