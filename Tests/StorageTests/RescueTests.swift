import Conversations
import Foundation
import SearchWords
import TestSupport
import Testing

@testable import Storage

/// Tests the data that is recovered from a damaged database.
@Suite(.timeLimit(.minutes(5))) struct RescueTests {
    private let scratch: ScratchDirectory
    private let path: String

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.file("confab.sqlite")
    }

    @Test(arguments: [0x00, 0xFF] as [UInt8])
    func unsentDataIsRecoveredWithoutTheFirstPage(noise: UInt8) async throws {
        try await fill(lines: 40)
        try file.overwrite(page: 0, with: noise)
        let opened = try OpenedDatabase(path: path)
        defer { opened.database.close() }
        #expect(opened.opening.outboxLines.map(\.id) == ids(1...40))
        #expect(opened.opening.drafts == [Draft(chatID: "!a", text: "half")])
        #expect(try await opened.database.contacts.all().map(\.userID) == ["@bo:x"])
        #expect(
            opened.rescue == Rescue(damagedPath: path + ".damaged-1", lines: 40, drafts: 1, contacts: 1))
        #expect(try file.exists("confab.sqlite.damaged-1"))
        #expect(try ScratchDirectory.mode(of: path) == 0o600)
    }

    @Test func unsentLinesSurviveADamagedHeader() async throws {
        try await fill(lines: 5)
        try file.overwrite(bytes: 0..<100, with: 0x41)
        let opened = try OpenedDatabase(path: path)
        #expect(opened.opening.outboxLines.map(\.id) == ids(1...5))
        opened.database.close()
    }

    /// No server has these keys.
    @Test func deviceKeysAreRecovered() async throws {
        try await fill(lines: 5)
        let session = RoomSession(chatID: Story.chatID, sessionID: "session")
        let device = EncryptionTables.OwnDevice(deviceID: "DEVICE", account: Data([1, 2, 3]), isUploaded: true)
        let key = StoredRoomKey(
            chatID: session.chatID, sessionID: session.sessionID, sender: "@bo:x", senderKey: "key", signingKey: nil,
            firstIndex: 3, origin: .device, isShareable: false, state: Data([4, 5]))
        let database = try ProfileDatabase(path: path)
        try await database.encryption.write { tables in
            try tables.set(device)
            try tables.set(key)
            try tables.setOlmSession(peerKey: "peer", sessionID: "olm", state: Data([6]), usedAt: 1)
        }
        database.close()
        try file.overwrite(page: 0, with: 0)
        let opened = try OpenedDatabase(path: path)
        defer { opened.database.close() }
        let store = opened.database.encryption
        #expect(try await store.readAside { try $0.ownDevice() } == device)
        #expect(try await store.readAside { try $0.roomKey(session, of: "@bo:x") } == key)
        #expect(try await store.readAside { try $0.olmSessions(peerKey: "peer").map(\.state) } == [Data([6])])
    }

    /// Without these a server could claim that a chat is not encrypted, or that a device was never verified.
    @Test func keyDecisionsAreRecovered() async throws {
        try await fill(lines: 5)
        let database = try ProfileDatabase(path: path)
        let device = StoredDevice(
            userID: "@bo:x", deviceID: "BO", identityKey: "key", keys: "{}", verifiedKey: "compared")
        try await database.encryption.write { tables in
            try tables.set([device], of: "@bo:x", generation: 0)
            try tables.add(settings: "{\"rotation_period_msgs\":1}", historyVisibility: "joined", chatID: Story.chatID)
            let bo = ChatMember(userID: "@bo:x", displayName: nil, membership: "join")
            try tables.setAll([bo], chatID: Story.chatID, asOf: 0)
        }
        database.close()
        try file.overwrite(page: 0, with: 0)
        let opened = try OpenedDatabase(path: path)
        defer { opened.database.close() }
        var change = Story.change([])
        change.isEncrypted = .set(true)
        _ = try await opened.database.sync.apply(SyncSlice(changes: [change]))
        let store = opened.database.encryption
        #expect(try await store.readAside { try $0.devices(of: "@bo:x") } == [device])
        let chat = try await store.readAside { try $0.encryptedChat(Story.chatID) }
        #expect(chat?.settings == "{\"rotation_period_msgs\":1}" && chat?.historyVisibility == "joined")
        // The member list counts as incomplete after a rescue.
        #expect(chat?.hasAllMembers == false)
    }

    @Test func damageAmongDevicesOfOnePersonLosesOnlyThose() async throws {
        try await fill(lines: 1)
        let database = try ProfileDatabase(path: path)
        let devices = (100...199).map { number in
            StoredDevice(
                userID: "@bo:x", deviceID: "BO\(number)", identityKey: "key",
                keys: "{\"name\":\"\(String(repeating: "x", count: 200))\"}", verifiedKey: "compared\(number)!")
        }
        try await database.encryption.write { try $0.set(devices, of: "@bo:x", generation: 0) }
        database.close()
        let page = try #require(try file.pages(containing: "compared150!").first)
        let lost = Set(
            try devices.filter { try file.pages(containing: "compared\($0.deviceID.suffix(3))!").contains(page) }
                .map(\.deviceID))
        #expect(!lost.isEmpty && lost.count < 30)
        try file.overwrite(page: page, with: 0)
        DatabaseRescuer.suspect(path)
        let opened = try OpenedDatabase(path: path)
        defer { opened.database.close() }
        let rescued = try await opened.database.encryption.readAside { try $0.devices(of: "@bo:x") }
        #expect(Set(rescued.map(\.deviceID)) == Set(devices.map(\.deviceID)).subtracting(lost))
    }

    /// No server has the content that was imported from a file.
    @Test(arguments: [true, false]) func importedMessagesAreRecovered(hasFirstPage: Bool) async throws {
        try await fill(lines: 5, messages: 300)
        let database = try ProfileDatabase(path: path)
        let chatID = Chat.importedID(of: Story.chatID)
        var imported = ImportedMessages(chatID: chatID, name: "Tea")
        imported.members = [ChatMember(userID: "@bo:x", displayName: "Bo", membership: "join")]
        imported.messages =
            Story.lines(1...1_500)
            + [Story.edit("e", of: "$m1", "better"), Story.reaction("r", "+", to: "$m2")]
        _ = try await database.imports.add(imported, after: nil, now: 1_000_000)
        let before = try database.messages.window(chatID: chatID, startingAtOldest: 5_000).messages
        _ = try await database.imports.finish(chatIDs: [chatID])
        let chat = try database.chats.chat(id: chatID)
        database.close()
        #expect(before.count == 1_500)
        if hasFirstPage {
            // A page with another chat's history.
            try file.overwrite(page: try #require(try file.pages(containing: "\"body\":\"m250\"").first), with: 0xFF)
            DatabaseRescuer.suspect(path)
        } else {
            try file.overwrite(page: 0, with: 0)
        }
        let opened = try OpenedDatabase(path: path)
        defer { opened.database.close() }
        #expect(opened.rescue?.importedChats == 1 && opened.rescue?.lines == 5)
        #expect(try opened.database.messages.window(chatID: chatID, startingAtOldest: 5_000).messages == before)
        #expect(try opened.database.chats.chat(id: chatID) == chat)
        #expect(try opened.database.chats.members(chatID: chatID).map(\.displayName) == ["Bo"])
        // The other chats are synced again.
        #expect(try opened.database.chats.chat(id: Story.chatID) == nil)
        while try await opened.database.search.takeNext() != .nothing {}
        var query = SearchQuery()
        query.terms = [try #require(SearchTerm("m777", isPrefix: false))]
        #expect(try await opened.database.search.find(query, limit: 5).hits.map(\.chatID) == [chatID])
        // Importing the same file again finds nothing new.
        #expect(
            try await opened.database.imports.add(imported, after: nil, now: 1_000_000).newEventIDs.isEmpty)
    }

    @Test func damageInAnImportLosesOnlyThoseMessages() async throws {
        try await fill(lines: 1)
        let database = try ProfileDatabase(path: path)
        let chatID = Chat.importedID(of: Story.chatID)
        var imported = ImportedMessages(chatID: chatID, name: "Tea")
        imported.messages = Story.lines(1...1_500)
        _ = try await database.imports.add(imported, after: nil, now: 1_000_000)
        database.close()
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        var lost: Set<String> = []
        for body in ["m400", "m900"] {
            for page in try file.pages(containing: "\"body\":\"\(body)\"") {
                let text = String(decoding: whole[page * 4_096..<(page + 1) * 4_096], as: UTF8.self)
                lost.formUnion(text.matches(of: #/"body":"(m\d+)"/#).map { String($0.1) })
                try file.overwrite(page: page, with: 0)
            }
        }
        DatabaseRescuer.suspect(path)
        let opened = try OpenedDatabase(path: path)
        defer { opened.database.close() }
        let bodies = try opened.database.messages.window(chatID: chatID, startingAtOldest: 5_000).messages
            .map(\.message.body)
        // Messages between the damaged pages are recovered too.
        let all = (1...1_500).map { "m\($0)" }
        #expect(Set(all).subtracting(lost).subtracting(bodies).isEmpty && lost.count < 500)
        #expect(!bodies.contains("m400") && !bodies.contains("m900") && bodies == all.filter(bodies.contains))
        #expect(try opened.database.chats.chat(id: chatID)?.lastMessage?.body == "m1500")
    }

    @Test func damagedOutboxPageLosesOnlyItsLines() async throws {
        try await fill(lines: 60)
        let page = try #require(try file.pages(containing: "line-030!").first)
        let lost = Set(try (1...60).filter { try file.pages(containing: word($0)).contains(page) })
        #expect(lost.count < 30)
        try file.overwrite(page: page, with: 0)
        let opened = try OpenedDatabase(path: path)
        defer { opened.database.close() }
        #expect(opened.opening.outboxLines.map(\.id) == ids(1...60).filter { id in !lost.contains { "id\($0)" == id } })
        #expect(opened.rescue?.lines == 60 - lost.count)
    }

    /// Only these files are left of their lines, and no line of the new database needs them.
    @Test func filesOfLostLinesAreSetAside() async throws {
        try await fill(lines: 60)
        let files = OutboxFiles(databasePath: path)
        for number in 1...60 {
            let original = scratch.file("original")
            try Data("file \(number)".utf8).write(to: URL(fileURLWithPath: original))
            _ = try await files.copy(original, for: "id\(number)", limit: nil)
        }
        let page = try #require(try file.pages(containing: "line-030!").first)
        let lost = Set(try (1...60).filter { try file.pages(containing: word($0)).contains(page) }.map { "id\($0)" })
        #expect(!lost.isEmpty)
        try file.overwrite(page: page, with: 0)
        let opened = try OpenedDatabase(path: path)
        defer { opened.database.close() }
        try await opened.database.outbox.sweepFiles()
        let aside = path + ".damaged-1.outbox"
        #expect(try ScratchDirectory.mode(of: aside) == 0o700)
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: aside)) == lost)
        let kept = Set(await opened.database.outbox.files.found())
        #expect(kept == Set((1...60).map { "id\($0)" }).subtracting(lost))
        #expect(FileManager.default.contents(atPath: aside + "/id30") == Data("file 30".utf8))
    }

    @Test func journalContentIsRecovered() async throws {
        let database = try ProfileDatabase(path: path)
        for number in 1...5 { try await database.outbox.accept(line(number)) }
        // The files as a crash leaves them.
        let crashed = scratch.file("crashed.sqlite")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: crashed + suffix)
        }
        database.close()
        try DamagedFile(path: crashed).overwrite(page: 0, with: 0xFF)
        let opened = try OpenedDatabase(path: crashed)
        #expect(opened.opening.outboxLines.map(\.id) == ids(1...5))
        opened.database.close()
    }

    @Test func fileThatIsNotADatabaseIsSetAside() throws {
        try Data(repeating: 0x41, count: 8_192).write(to: URL(fileURLWithPath: path))
        let opened = try OpenedDatabase(path: path)
        #expect(opened.rescue == Rescue(damagedPath: path + ".damaged-1"))
        opened.database.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + ".damaged-1")).count == 8_192)
    }

    @Test func everyDamagedFileIsKept() throws {
        for number in 1...3 {
            try Data(repeating: 0x41, count: 8_192).write(to: URL(fileURLWithPath: path))
            let opened = try OpenedDatabase(path: path)
            opened.database.close()
            #expect(opened.rescue?.damagedPath == "\(path).damaged-\(number)")
        }
    }

    @Test func damageFoundInUseIsRepairedAtTheNextStart() async throws {
        try await fill(lines: 3, messages: 500)
        let pages = try file.pages(containing: "\"body\":\"m250\"")
        for page in pages { try file.overwrite(page: page, with: 0xFF) }
        let first = try OpenedDatabase(path: path)
        #expect(first.rescue == nil)
        #expect(throws: StorageError.self) { try first.database.timeline() }
        first.database.close()
        let second = try OpenedDatabase(path: path)
        #expect(second.rescue?.lines == 3)
        #expect(try second.database.sync.token() == nil)
        second.database.close()
        let third = try OpenedDatabase(path: path)
        #expect(third.rescue == nil)
        #expect(third.opening.outboxLines.count == 3)
        third.database.close()
    }

    @Test func falseSuspicionLosesNothing() async throws {
        try await fill(lines: 3)
        DatabaseRescuer.suspect(path)
        let opened = try OpenedDatabase(path: path)
        #expect(opened.rescue == nil)
        #expect(try opened.database.sync.token() == "t")
        #expect(try !file.exists("confab.sqlite.suspect"))
        opened.database.close()
    }

    /// The files as a kill leaves them after the new database was complete: the journal was moved away, or the old
    /// database as well.
    @Test(arguments: [["-wal"], ["-wal", ""]])
    func interruptedRescueContinues(moved: [String]) async throws {
        try await fill(lines: 3)
        try FileManager.default.copyItem(atPath: path, toPath: path + ".rescued")
        try Data(repeating: 0x41, count: 8_192).write(to: URL(fileURLWithPath: path))
        try Data("journal".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
        for suffix in moved {
            try FileManager.default.moveItem(atPath: path + suffix, toPath: path + ".damaged-1" + suffix)
        }
        let opened = try OpenedDatabase(path: path)
        #expect(opened.opening.outboxLines.map(\.id) == ids(1...3))
        opened.database.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + ".damaged-1")).count == 8_192)
        #expect(try !file.exists("confab.sqlite.rescued"))
    }

    @Test func recoveredLineIsNotSentBeforeItsChatIsSynced() async throws {
        try await fill(lines: 1)
        try file.overwrite(page: 0, with: 0)
        let database = try OpenedDatabase(path: path).database
        defer { database.close() }
        #expect(try await database.outbox.leave(id: "id1", deviceID: "A", now: 1) == .chatIsUnknown)
        _ = try await database.sync.apply(Story.slice([], token: "t2"))
        #expect(try await database.outbox.leave(id: "id1", deviceID: "A", now: 1) == .leaves(line(1)))
    }

    // MARK: Content to recover

    private var file: DamagedFile { DamagedFile(path: path) }

    private func word(_ number: Int) -> String {
        "line-" + String(repeating: "0", count: 3 - String(number).count) + "\(number)!"
    }

    private func ids(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "id\($0)" } }

    private func line(_ number: Int) -> OutboxLine {
        Story.outboxLine("id\(number)", body: word(number) + String(repeating: "x", count: 150))
    }

    private func fill(lines: Int, messages: Int = 3) async throws {
        let database = try ProfileDatabase(path: path)
        _ = try await database.sync.apply(Story.slice(Story.lines(1...messages), token: "t"))
        for number in 1...lines { try await database.outbox.accept(line(number)) }
        try await database.drafts.set(chatID: "!a", text: "half")
        try await database.contacts.save(Contact(userID: "@bo:x", place: .device, name: "Bo", note: ""))
        database.close()
    }
}
