import Foundation
import Glibc
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    /// Tests a file system that does no more than its contract demands, such as a network file system.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct OddDiskTests {
        @Test func fileIsSentDespiteShortWritesAndNoDirectorySync() async throws {
            let conversation = try await Conversation(isOpen: false)
            let (ana, bo) = (conversation.ana, conversation.bo)
            let file = ana.sandbox.path + "/n002.txt"
            let content = String(repeating: "tea and sugar\n", count: 60_000)
            try content.write(toFile: file, atomically: false, encoding: .utf8)
            let notes = ana.sandbox.path + "/notes"
            try await ana.openOnline(wrapper: FailingDisk.wrapper(isOdd: true, notes: notes))
            try await bo.openOnline()
            try await ana.say("n001")
            try ana.enter("/send \(file)")
            try await bo.screen.waitFor("n002.txt")
            let page = try await bo.client.messages(roomID: conversation.roomID, from: nil, limit: 10)
            let sent = try #require(page.chunk.first { $0.content["msgtype"]?.string == "m.file" })
            #expect(sent.content["info"]?["size"]?.integer == Int64(content.utf8.count))
            try await ana.waitUntilAllIsSent()
            // The stored session is read again.
            try await ana.end(by: SIGTERM)
            try await ana.openOnline(wrapper: FailingDisk.wrapper(isOdd: true, notes: notes))
            let disk = try DiskNotes(at: notes)
            let outbox = ana.database + ".outbox"
            #expect(disk.paths(of: .refused).contains(outbox), "\(disk)")
            #expect(disk.paths(of: .interrupted).contains { $0.hasPrefix(outbox + "/") }, "\(disk)")
            // An interrupted sync is repeated before the file gets its name.
            #expect(disk.names.contains { $0.new.hasPrefix(outbox + "/") } && disk.unsyncedNames.isEmpty, "\(disk)")
        }
    }

    /// Tests that files are on disk before the program relies on them.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct DiskSyncTests {
        @Test func unsentFilesExportsAndKeysAreSyncedWithTheirDirectories() async throws {
            let conversation = try await Conversation(isOpen: false, isEncrypted: true)
            let (ana, bo) = (conversation.ana, conversation.bo)
            let home = ana.sandbox.path
            let notes = home + "/notes"
            let wrapper = FailingDisk.wrapper(notes: notes)
            let file = home + "/n002.txt"
            try "tea and sugar".write(toFile: file, atomically: false, encoding: .utf8)
            try await ana.openOnline(wrapper: wrapper)
            try await bo.openOnline()
            try await conversation.waitForKeys()
            try ana.enter("/send \(file)")
            try await bo.screen.waitFor("n002.txt")
            try await ana.waitUntilAllIsSent()
            try await ana.end(by: SIGTERM)
            let sending = try DiskNotes(at: notes)
            #expect(sending.names.contains { $0.new.hasPrefix(ana.database + ".outbox/") }, "\(sending)")
            expectDurableNames(sending)

            let exporting = try await events(of: ["export", conversation.roomID, "--output", home + "/history"])
            let export = try #require(exporting.names.last { $0.new == home + "/history" }, "\(exporting)")
            let files = try #require(
                exporting.entries.lastIndex { $0.event == .directory && $0.path.hasPrefix(export.old + "/") },
                "\(exporting)")
            let text = try #require(
                exporting.entries.lastIndex { $0.event == .file && $0.path.hasPrefix(export.old + "/") }, "\(exporting)"
            )
            let content = try #require(
                exporting.entries.lastIndex { $0.event == .directory && $0.path == export.old }, "\(exporting)")
            #expect(max(files, text) < content && content < export.place, "\(exporting)")
            expectDurableNames(exporting)

            let keys = try await events(of: ["keys", "export", home + "/keys.txt"])
            let written = try #require(
                keys.entries.lastIndex { $0.event == .file && $0.path == home + "/keys.txt" }, "\(keys)")
            #expect(keys.entries[written...].contains { $0.event == .directory && $0.path == home }, "\(keys)")
            expectDurableNames(keys)

            /// Runs a command, and reads what it did to the disk.
            func events(of arguments: [String]) async throws -> DiskNotes {
                let notes = home + "/notes-" + arguments[0]
                let words = FailingDisk.wrapper(notes: notes) + [ProgramLocation.confab] + arguments
                let ended = try await CommandProcess(
                    words[0], arguments: Array(words.dropFirst()), environment: ana.environment,
                    input: "a long passphrase\n"
                ).waitForExit()
                #expect(ended.exit == .status(0), "\(ended)")
                return try DiskNotes(at: notes)
            }
        }

        /// A file that is renamed is synced before, and its directory after.
        private func expectDurableNames(_ notes: DiskNotes) {
            #expect(notes.unsyncedNames.isEmpty, "\(notes)")
            #expect(notes.namesWithoutDirectory.isEmpty, "\(notes)")
        }
    }

    @Suite(.serialized, .timeLimit(.minutes(10))) struct FullDiskTests {
        @Test(arguments: Chats.allCases)
        func unsavedLineReturnsWithReasonAndIsSentLater(in chats: Chats) async throws {
            let conversation = try await Conversation(isOpen: false, isEncrypted: chats.areEncrypted)
            let ana = conversation.ana
            try await ana.open(wrapper: DiskSpace.wrapper)
            try await ana.waitUntilOnline()
            try await conversation.bo.openOnline()
            try await conversation.waitForKeys()
            try await ana.say("n001")
            try await ana.waitUntilAllIsSent()

            try await DiskSpace.end(for: ana)
            try ana.enter("n002")
            try await ana.waitToHaveBack("n002")
            try await ana.screen.waitFor("this device can't keep it")

            try await DiskSpace.comeBack(for: ana)
            try ana.screen.send(.enter)
            try await conversation.expectEverywhere(["n001", "n002"])
            // Writing works again, and the warning is gone.
            try await ana.screen.waitUntil("online") {
                $0.statusLine.contains("online") && !$0.statusLine.contains("not kept")
            }
        }

        @Test(arguments: Chats.allCases)
        func returnedLineBecomesADraftOnQuit(in chats: Chats) async throws {
            let conversation = try await Conversation(isOpen: false, isEncrypted: chats.areEncrypted)
            let ana = conversation.ana
            try await ana.open(wrapper: DiskSpace.wrapper)
            try await ana.waitUntilOnline()
            try await DiskSpace.end(for: ana)
            try ana.enter("n001")
            try await ana.waitToHaveBack("n001")
            try await DiskSpace.comeBack(for: ana)
            #expect(try await ana.end(by: SIGTERM) == .status(0))
            try await ana.openOnlineWithDraft("n001")
            #expect(try ana.screen.screen.numberedLines.isEmpty)
        }

        /// A disk that is really full. The other tests only limit the one program.
        @Test(
            .enabled(if: SmallDisk.canBeMade, "left out: this machine lets nobody mount a directory of their own"),
            arguments: Chats.allCases)
        func fullDiskSendsOrReturnsEveryLine(in chats: Chats) async throws {
            let conversation = try await Conversation(isOpen: false, isEncrypted: chats.areEncrypted)
            let ana = conversation.ana
            try await ana.openOnline(wrapper: SmallDisk.wrapper(for: ana))
            try await conversation.bo.openOnline()
            try await conversation.waitForKeys()
            let disk = try SmallDisk(of: ana)
            try disk.fill()
            // The journal's file may have space left.
            var said: [String] = []
            var isBack = false
            while !isBack, said.count < 500 {
                said.append(Conversation.line(1 + said.count))
                isBack = try await ana.enterOnAFullDisk(said[said.count - 1])
            }
            #expect(isBack)
            try disk.empty()
            try ana.screen.send(.enter)
            try await conversation.expectEverywhere(said)
        }
    }
}
