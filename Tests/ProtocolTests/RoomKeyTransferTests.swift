import Conversations
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import Messenger

/// Tests the export of room keys from one device, and their import on another.
@Suite(.timeLimit(.minutes(5))) struct RoomKeyTransferTests {
    private static let passphrase = "beans and rain"

    /// Runs the body with a line of ana's that bo's device can decrypt, and his later device can't.
    private static func run(
        _ body: @escaping @Sendable (_ ana: Device, _ bo: Device, _ late: Device) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let people = [try await Person.register("ana", on: server), try await Person.register("bo", on: server)]
            let chatID = try await people[0].makeEncryptedRoom(with: [people[1]])
            let devices = try people.map { try Device($0, chatID: chatID, sealedWith: SealingKey()) }
            for device in devices { try await device.comeOnline() }
            try await devices[0].say("before")
            try await devices[0].send()
            try await devices[1].receive()
            let second = try await people[1].logInAgain(on: server)
            let late = try Device(second, chatID: chatID, sealedWith: SealingKey())
            try await late.comeOnline()
            try await body(devices[0], devices[1], late)
            for person in people + [second] { await person.client.shutdown() }
        }
    }

    @Test func importedKeyDecryptsALineWithoutProvingItsSender() async throws {
        try await Self.run { _, bo, late in
            #expect(try bo.screen() == ["before"])
            #expect(try late.encryptions() == [.sealed(.awaitsKey, sessionID: nil)])
            let file = try await bo.transfer().export(passphrase: Self.passphrase, rounds: 1_000)
            #expect(file.keys == 1 && file.chats == 1 && file.sealed == 0)
            let taken = try await late.transfer().importKeys(file.text, passphrase: Self.passphrase)
            #expect(taken.new == 1 && taken.better + taken.known + taken.malformed + taken.contradicting == 0)
            #expect(try late.screen() == [""])
            let later = try late.reopened(sealedWith: late.sealingKey)
            #expect(try await later.encryption?.openArrived().count == 1)
            #expect(try later.screen() == ["before"])
            // An imported key doesn't prove its sender.
            let window = try late.database.messages.window(chatID: late.chatID, endingAtLatest: 10)
            let own = DeviceAddress(userID: late.person.userID, deviceID: late.person.session.deviceID)
            let doubts = try late.database.encryption.read { tables in
                try TrustFinder(tables: tables, own: own).doubts(of: window.messages.origins, chatID: late.chatID)
            }
            #expect(Array(doubts.values) == [.unprovenKey])
        }
    }

    @Test func earlierImportedKeyKeepsTheProvenSender() async throws {
        try await Self.run { ana, bo, late in
            try await ana.receive()
            try await ana.say("after")
            try await ana.send()
            try await late.receive()
            #expect(try late.screen() == ["", "after"])
            let file = try await bo.transfer().export(passphrase: Self.passphrase, rounds: 1_000)
            let transfer = try late.transfer()
            #expect(try await transfer.importKeys(file.text, passphrase: Self.passphrase).better == 1)
            #expect(try await transfer.importKeys(file.text, passphrase: Self.passphrase).known == 1)
            let later = try late.reopened(sealedWith: late.sealingKey)
            _ = try await later.encryption?.openArrived()
            #expect(try later.screen() == ["before", "after"])
            let session = RoomSession(chatID: late.chatID, sessionID: try #require(try await ana.sessions().first))
            let kept = try await late.database.encryption.readAside { try $0.roomKeys(of: session) }
            #expect(kept.map(\.sender) == [ana.person.userID])
            #expect(kept.map(\.firstIndex) == [0] && kept.map(\.origin) == [.device])
        }
    }

    @Test func laterProvenKeyKeepsImportedRange() async throws {
        try await Self.run { ana, bo, late in
            let file = try await bo.transfer().export(passphrase: Self.passphrase, rounds: 1_000)
            _ = try await late.transfer().importKeys(file.text, passphrase: Self.passphrase)
            try await ana.receive()
            try await ana.say("after")
            try await ana.send()
            let later = try late.reopened(sealedWith: late.sealingKey)
            try await later.receive()
            #expect(try later.screen() == ["before", "after"])
            let session = RoomSession(chatID: late.chatID, sessionID: try #require(try await ana.sessions().first))
            let kept = try await late.database.encryption.readAside { try $0.roomKeys(of: session) }
            #expect(kept.first?.sender == ana.person.userID && kept.first?.firstIndex == 0)
        }
    }

    @Test func wrongPassphraseOrDamagedFileImportsNothing() async throws {
        let (device, file) = try await Self.scratch(keys: 3)
        let changed = file.replacing(#/\n[A-Za-z0-9]/#, maxReplacements: 1) { $0.output == "\nB" ? "\nC" : "\nB" }
        let cut = String(file.dropLast(40))
        let middle = file.index(file.startIndex, offsetBy: file.count / 2)
        let turned = file.replacingCharacters(at: middle, with: file[middle] == "x" ? "y" : "x")
        await #expect(throws: RoomKeyFileError.wrongPassphrase) {
            try await device.transfer.importKeys(file, passphrase: "peas")
        }
        await #expect(throws: RoomKeyFileError.wrongPassphrase) {
            try await device.transfer.importKeys(turned, passphrase: Self.passphrase)
        }
        for text in [changed, cut, "", "peas"] {
            await #expect(throws: RoomKeyFileError.noKeyFile) {
                try await device.transfer.importKeys(text, passphrase: Self.passphrase)
            }
        }
        let kept = try await device.database.encryption.readAside { try $0.roomKeys(after: 0, limit: 10).count }
        #expect(kept == 0)
    }

    @Test func repeatedImportRecognizesKnownKeys() async throws {
        let (device, file) = try await Self.scratch(keys: 1_100)
        #expect(try await device.transfer.importKeys(file, passphrase: Self.passphrase).new == 1_100)
        #expect(try await device.transfer.importKeys(file, passphrase: Self.passphrase).known == 1_100)
        let again = try await device.transfer.export(passphrase: Self.passphrase, rounds: 1_000)
        #expect(again.keys == 1_100 && again.chats == 2)
    }

    @Test func contradictingKeyDoesNotReplaceAKnownOne() async throws {
        let device = try ScratchKeys()
        let (known, other) = (try Self.exported(), try Self.exported())
        let file = try KeyFile.seal([known], passphrase: Self.passphrase, rounds: 1_000)
        _ = try await device.transfer.importKeys(file, passphrase: Self.passphrase)
        // The ratchet of another session under the identifier of the known one.
        var bytes = try UnpaddedBase64.decode(other.key.exported)
        bytes.replaceSubrange(133..., with: try UnpaddedBase64.decode(known.key.exported)[133...])
        let key = try MegolmSessionKey(exported: UnpaddedBase64.encode(bytes))
        let lie = ExportedRoomKey(
            roomID: known.roomID, key: key, senderKey: known.senderKey, claimedSigningKey: known.claimedSigningKey)
        let second = try KeyFile.seal([lie], passphrase: Self.passphrase, rounds: 1_000)
        #expect(try await device.transfer.importKeys(second, passphrase: Self.passphrase).contradicting == 1)
        let session = RoomSession(chatID: known.roomID, sessionID: known.key.sessionID)
        let sealingKey = device.key
        let kept = try await device.database.encryption.readAside { tables in
            try DeviceKeyTables(tables: tables, key: sealingKey).roomKey(session, of: "")?.session.key(at: 0).exported
        }
        #expect(kept == known.key.exported)
    }

    @Test func importedKeyIsStoredBesideAForwardedOne() async throws {
        let device = try ScratchKeys()
        let known = try Self.exported()
        let session = RoomSession(chatID: known.roomID, sessionID: known.key.sessionID)
        let sealingKey = device.key
        try await device.database.encryption.write { tables in
            let kim = RoomKey(
                MegolmInboundSession(known.key), chatID: known.roomID, sender: "@kim:localhost",
                senderKey: Curve25519SecretKey().publicKey, signingKey: nil, origin: .device, isShareable: false)
            _ = try DeviceKeyTables(tables: tables, key: sealingKey).add(kim)
        }
        let file = try KeyFile.seal([known], passphrase: Self.passphrase, rounds: 1_000)
        #expect(try await device.transfer.importKeys(file, passphrase: Self.passphrase).new == 1)
        let senders = try await device.database.encryption.readAside { try $0.roomKeys(of: session).map(\.sender) }
        #expect(senders == ["@kim:localhost", ""])
        // A file contains each session once.
        #expect(try await device.transfer.export(passphrase: Self.passphrase, rounds: 1_000).keys == 1)
    }

    /// A server could show ana's line as bo's to a device that has the key only from a file.
    @Test func importedKeyRejectsAForgedSender() async throws {
        try await Self.run { ana, bo, late in
            let file = try await bo.transfer().export(passphrase: Self.passphrase, rounds: 1_000)
            _ = try await late.transfer().importKeys(file.text, passphrase: Self.passphrase)
            let later = try late.reopened(sealedWith: late.sealingKey)
            // The owners of devices are queried before a line is sent.
            try await later.receive()
            try await later.say("hello")
            try await later.send()
            let events = try await bo.person.client.messages(roomID: bo.chatID, from: nil, limit: 10).chunk
            var json = try #require(events.first { $0.type == "m.room.encrypted" && $0.sender == ana.person.userID })
                .source
            for (sender, reads) in [(ana.person.userID, true), (bo.person.userID, false)] {
                json["sender"] = .string(sender)
                let event = try #require(MatrixEvent(json: json))
                let opened = try await later.encryption?.open([(late.chatID, [event])])
                    .message(from: event, chatID: late.chatID).encryption
                switch opened {
                case .opened: #expect(reads)
                case .sealed(.otherSender, _): #expect(!reads)
                default: Issue.record("\(String(describing: opened))")
                }
            }
        }
    }

    @Test func keyWithInvalidRoomIDIsMalformed() async throws {
        let device = try ScratchKeys()
        let file = try KeyFile.seal(
            [try Self.exported(roomID: "!be\u{0}ans:localhost")], passphrase: Self.passphrase, rounds: 1_000)
        #expect(try await device.transfer.importKeys(file, passphrase: Self.passphrase).malformed == 1)
    }

    @Test func lockedKeysCannotBeExportedOrImported() async throws {
        let (device, file) = try await Self.scratch(keys: 2)
        await #expect(throws: RoomKeyFileError.noKeys) {
            try await device.transfer.export(passphrase: Self.passphrase, rounds: 1_000)
        }
        let sealingKey = device.key
        try await device.database.encryption.write { tables in
            try DeviceKeyTables(tables: tables, key: sealingKey).set(OlmAccount(), deviceID: "BEANS", isUploaded: false)
        }
        let stranger = RoomKeyTransfer(store: device.database.encryption, sealedWith: SealingKey())
        await #expect(throws: RoomKeyFileError.withoutKeys) {
            try await stranger.importKeys(file, passphrase: Self.passphrase)
        }
        await #expect(throws: RoomKeyFileError.withoutKeys) {
            try await stranger.export(passphrase: Self.passphrase, rounds: 1_000)
        }
    }

    /// Returns a profile without keys, and a file with keys of two chats.
    private static func scratch(keys count: Int) async throws -> (ScratchKeys, file: String) {
        let keys = try (0..<count).map { try exported(roomID: "!\($0 % 2):localhost") }
        return (try ScratchKeys(), try KeyFile.seal(keys, passphrase: passphrase, rounds: 1_000))
    }

    private static func exported(roomID: String = "!beans:localhost") throws -> ExportedRoomKey {
        ExportedRoomKey(
            roomID: roomID, key: try MegolmSessionKey(shared: MegolmOutboundSession().sharedKey),
            senderKey: Curve25519SecretKey().publicKey, claimedSigningKey: nil)
    }
}

/// The keys of a profile, without its other data.
private struct ScratchKeys {
    let database: ProfileDatabase
    let key = SealingKey()
    var transfer: RoomKeyTransfer { RoomKeyTransfer(store: database.encryption, sealedWith: key) }

    init() throws {
        database = try ProfileDatabase.inMemory()
    }
}

extension Device {
    fileprivate func transfer() throws -> RoomKeyTransfer {
        RoomKeyTransfer(store: database.encryption, sealedWith: try #require(sealingKey))
    }
}

extension String {
    fileprivate func replacingCharacters(at index: Index, with character: Character) -> String {
        String(self[..<index]) + String(character) + String(self[self.index(after: index)...])
    }
}
