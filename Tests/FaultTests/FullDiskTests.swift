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
            try await ana.openOnline(wrapper: FailingDisk.oddWrapper)
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
            try await ana.openOnline(wrapper: FailingDisk.oddWrapper)
        }
    }

    /// Tests that files are on disk before the program relies on them.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct DiskSyncTests {
        @Test func unsentFilesExportsAndKeysAreSyncedWithTheirDirectories() async throws {
            let conversation = try await Conversation(isOpen: false, isEncrypted: true)
            let (ana, bo) = (conversation.ana, conversation.bo)
            let home = ana.sandbox.path
            let wrapper = FailingDisk.wrapper(notingSyncsIn: home + "/syncs")
            let file = home + "/n002.txt"
            try "tea and sugar".write(toFile: file, atomically: false, encoding: .utf8)
            try await ana.openOnline(wrapper: wrapper)
            try await bo.openOnline()
            try await conversation.waitForKeys()
            try ana.enter("/send \(file)")
            try await bo.screen.waitFor("n002.txt")
            try await ana.waitUntilAllIsSent()
            try await ana.end(by: SIGTERM)
            let commands = [
                ["export", conversation.roomID, "--output", home + "/history"], ["keys", "export", home + "/keys.txt"],
            ]
            for arguments in commands {
                let words = wrapper + [ProgramLocation.confab] + arguments
                let ended = try await CommandProcess(
                    words[0], arguments: Array(words.dropFirst()), environment: ana.environment,
                    input: "a long passphrase\n"
                ).waitForExit()
                #expect(ended.exit == .status(0), "\(ended)")
            }
            let syncs = try String(contentsOfFile: home + "/syncs", encoding: .utf8).split(separator: "\n")
            for directory in [ana.database + ".outbox", home] {
                let places = syncs.indices.filter { place in
                    syncs[place].hasPrefix("file \(directory)/")
                        && !syncs[place].dropFirst(6 + directory.utf8.count).contains("/")
                }
                let last = try #require(places.last, "no file is synced in \(directory): \(syncs)")
                #expect(syncs[last...].contains { $0 == "directory \(directory)" }, "\(syncs)")
            }
            // The export is written under another name, and renamed.
            #expect(syncs.contains { $0.hasPrefix("file \(home)/") && $0.contains("history") }, "\(syncs)")
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
