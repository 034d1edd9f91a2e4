import Foundation
import MatrixAPI
import MatrixClient
import TestSupport
import Testing

extension NothingLost {
    /// Tests a file from bo on ana's screen, whose content the test supplies through a proxy.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct ReceivedFileTests {
        @Test func fileOpensInTheConfiguredProgram() async throws {
            let (conversation, screen) = try await withFile(named: "../../.letter")
            try answer(conversation, "Dear ana")
            try await select(".letter", on: screen)
            screen.send(.meta("o"))
            try await screen.waitFor("Load _.._.letter, 8 bytes")
            screen.send("y")
            try await screen.waitFor("opened")
            let home = conversation.ana.sandbox.path
            var shown = ""
            while shown.isEmpty {
                try await Task.sleep(for: .milliseconds(20))
                shown = (try? String(contentsOfFile: home + "/shown", encoding: .utf8)) ?? ""
            }
            // Confab chose the path, which contains no part of bo's file name.
            #expect(shown.hasPrefix(home + "/data/confab/profiles/ana@localhost/media/"))
            #expect(shown.hasSuffix(".txt") && !shown.contains("letter"))
            #expect(try String(contentsOfFile: shown, encoding: .utf8) == "Dear ana")
        }

        @Test func savedFileHasASafeNameAndNeverOverwrites() async throws {
            let (conversation, screen) = try await withFile(named: "../../.letter")
            try answer(conversation, "Dear ana")
            let home = conversation.ana.sandbox.path
            for name in ["_.._.letter", "_.._ (2).letter"] {
                try await select(".letter", on: screen)
                screen.send(.enter)
                try await screen.waitFor(": a letter")
                screen.send("c")
                try await screen.waitFor("Save _.._.letter where?")
                screen.send(.enter)
                try await screen.waitFor("saved as ~/\(name)")
                #expect(try String(contentsOfFile: "\(home)/\(name)", encoding: .utf8) == "Dear ana")
                screen.send(.escape)
                try await screen.waitFor("Enter send")
            }
        }

        @Test func downloadCanBeStoppedAndRestarted() async throws {
            let (conversation, screen) = try await withFile(named: "letter")
            try conversation.proxy.meetOnly(.media, with: .hold, times: .max)
            try await select("letter", on: screen)
            screen.send(.meta("o"))
            try await screen.waitFor("Load letter")
            screen.send("y")
            try await screen.waitFor("loading…")
            screen.send(.enter)
            try await screen.waitFor(": a letter")
            screen.send("p")
            try await screen.waitFor("stopped: ")
            try answer(conversation, "Dear ana")
            screen.send(.meta("o"))
            try await screen.waitFor("Load letter")
            screen.send("y")
            try await screen.waitFor("opened")
        }

        /// Opens ana's screen with bo's file. The viewer in the settings records its arguments.
        private func withFile(named name: String) async throws -> (Conversation, ScreenDriver) {
            let conversation = try await Conversation(isOpen: false, hasProxy: true)
            let home = conversation.ana.sandbox.path
            let viewer = home + "/viewer"
            try "#!/bin/sh\nprintf %s \"$1\" > '\(home)/shown'\n".write(
                toFile: viewer, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: viewer)
            try FileManager.default.createDirectory(
                atPath: home + "/config/confab", withIntermediateDirectories: true)
            try "[programs]\nopen = [\"\(viewer)\"]\n".write(
                toFile: home + "/config/confab/confab.toml", atomically: false, encoding: .utf8)
            try await conversation.ana.openOnline()
            _ = try await conversation.bo.client.send(
                roomID: conversation.roomID, type: "m.room.message", transactionID: "file",
                content: [
                    "msgtype": "m.file", "body": .string(name), "url": "mxc://localhost/letter", "info": ["size": 8],
                ])
            try await conversation.ana.screen.waitFor("[file] ")
            return (conversation, try conversation.ana.screen)
        }

        private func answer(_ conversation: Conversation, _ body: String) throws {
            try conversation.proxy.meetOnly(
                .media, with: .answer(status: 200, headers: ["ETag": "\"1\""], body: body), times: .max)
        }

        private func select(_ text: String, on screen: ScreenDriver) async throws {
            for _ in 0..<10 {
                let before = screen.screen.rows.first { $0.contains("│▌") }
                screen.send(.up)
                try await screen.waitUntil("another selection") { screen in
                    screen.rows.contains { $0.contains("│▌") && $0 != before }
                }
                if screen.screen.rows.contains(where: { $0.contains("│▌") && $0.contains(text) }) { return }
            }
        }
    }
}
