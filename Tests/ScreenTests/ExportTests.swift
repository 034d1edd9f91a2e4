import Foundation
import MatrixAPI
import TestSupport
import TestTraits
import Testing

/// Tests `confab export` and `confab import`, while a screen is open and without one.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct ExportTests {
    @Test func exportedChatIsImportedByAnotherProfile() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let (ana, bo) = (meeting.ana, meeting.bo)
        for text in ["one", "<b>two</b> & three\n\u{1B}[2Jfour"] {
            #expect(try await ana.run(["send", "Garden"], input: text).exit == .status(0))
        }
        let json = try await ana.run(["export", "Garden"])
        let objects = try json.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(objects.map { $0["text"] } == ["one", "<b>two</b> & three\n\u{1B}[2Jfour"])
        let text = try await ana.run(["export", "Garden", "--format", "text"])
        #expect(
            text.output == (try await ana.run(["read", "Garden"])).output && text.output.hasSuffix("    ␛[2Jfour\n"))
        let page = try await ana.run(["export", "Garden", "--format", "html"]).output
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</body></html>\n"))
        #expect(page.contains("&lt;b&gt;two&lt;/b&gt; &amp; three\n␛[2Jfour</p>") && !page.contains("<b>two"))
        // The page may load only files beside it, and needs none.
        #expect(!page.contains("img-src"))

        // While bo's screen is open, from standard input, with an invalid line.
        let taken = try await bo.run(["import", "-", "--json"], input: json.output + "rubbish\n")
        #expect(taken.exit == .status(1), "\(taken)")
        #expect(taken.errors == "confab: Line 3 is left out: it is no JSON object.\n")
        let shape = try DocumentedShape("An imported chat")
        for line in taken.output.split(separator: "\n") { #expect(try shape.complaints(about: line) == []) }
        try await bo.screen.waitFor("Left (1)")
        #expect(try await bo.run(["export", "Garden (imported)"]).output == json.output)
        // Confab is not open here.
        let kim = try PersonAtScreen("kim")
        try await kim.register(at: meeting.server)
        try Data(json.output.utf8).write(to: URL(filePath: kim.home.path + "/garden.jsonl"))
        for new in [2, 0] {
            let result = try await kim.run(["import", kim.home.path + "/garden.jsonl"])
            #expect(result.output == "Garden (imported): 2 messages, \(new) new\n" && result.exit == .status(0))
        }
        let id = try #require(objects.first?["chat"]?.string)
        #expect(try await kim.run(["export", "imported:" + id]).output == json.output)
        #expect(try await kim.run(["search", "three"]).output.hasPrefix("Garden (imported): "))
        let send = try await kim.run(["send", "Garden (imported)", "hello"])
        #expect(send.exit == .status(77) && send.errors.contains("it is only read here"), "\(send)")
        let left = try FileManager.default.contentsOfDirectory(
            atPath: bo.home.path + "/data/confab/profiles/bo@localhost")
        #expect(!left.contains { $0.hasPrefix("import-") })

        try await expectToBeReadOnScreen(by: bo)
    }

    /// Opens the imported chat on the screen, and expects its text.
    private func expectToBeReadOnScreen(by bo: PersonAtScreen) async throws {
        #expect(try await bo.run(["open", "Garden (imported)"]).exit == .status(0))
        try await bo.screen.waitFor("This came from a file")
        try await bo.screen.waitFor("two</b> & three")
        #expect(bo.screen.unknownSequences.isEmpty)
    }

    @Test(arguments: [true, false]) func exportStoresAttachmentsBesideTheMessages(isEncrypted: Bool) async throws {
        let meeting = isEncrypted ? try await Meeting.inAChat() : try await Meeting.inAGroup("Garden")
        let (ana, bo) = (meeting.ana, meeting.bo)
        let chat = isEncrypted ? "@ana:localhost" : "Garden"
        let bytes =
            Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data((0..<100_000).map { UInt8($0 % 251) })
        let path = ana.home.path + "/..\\a \"b\".png"
        try bytes.write(to: URL(filePath: path))
        for caption in ["first", "second"] {
            let sent = try await ana.run([
                "send", isEncrypted ? "@bo:localhost" : "Garden", "--file", path, "--caption", caption, "--timeout",
                "60",
            ])
            #expect(sent.exit == .status(0), "\(sent)")
            try await bo.screen.waitFor(caption)
        }
        // The open Confab fetches the files.
        try await expectFiles(bytes, in: "beside", of: chat, by: bo)
        bo.screen.send(.control("c"), .control("c"))
        _ = try await bo.screen.waitForExit()
        // The files are cached by now, and the server is down.
        _ = try await meeting.server.stop()
        try await expectFiles(bytes, in: "kept", of: chat, by: bo)
        let media = bo.home.path + "/data/confab/profiles/bo@localhost/media"
        try FileManager.default.removeItem(atPath: media)
        let without = try await bo.run(["export", chat, "--output", bo.home.path + "/without"])
        #expect(without.exit == .status(1) && without.errors.contains("2 files are missing"), "\(without)")
        let lines = try String(contentsOfFile: bo.home.path + "/without/messages.jsonl", encoding: .utf8)
        #expect(lines.matches(of: #/"problem":"not fetched/#).count == 2)
        // The server is up again, and the command itself fetches the files.
        try await meeting.server.start()
        try await expectFiles(bytes, in: "fetched", of: chat, by: bo)
    }

    /// Imported files can be opened, are part of another export, and are removed with their chat. The server is
    /// never asked.
    @Test func importIncludesAttachments() async throws {
        let meeting = try await Meeting.inAGroup("Garden")
        let (ana, bo) = (meeting.ana, meeting.bo)
        let bytes = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data((0..<5_000).map { UInt8($0 % 251) })
        let path = ana.home.path + "/cat.png"
        try bytes.write(to: URL(filePath: path))
        let sent = try await ana.run(["send", "Garden", "--file", path, "--caption", "look"])
        #expect(sent.exit == .status(0), "\(sent)")
        try await bo.screen.waitFor("look")
        let export = bo.home.path + "/export"
        #expect(try await bo.run(["export", "Garden", "--output", export]).exit == .status(0))
        // Here a screen is open.
        let taken = try await bo.run(["import", export])
        #expect(taken.exit == .status(0) && taken.output == "Garden (imported): 1 message, 1 new\n", "\(taken)")
        // Confab is not open here, and the path is that of the file in the directory.
        let kim = try PersonAtScreen("kim")
        try await kim.register(at: meeting.server)
        _ = try await meeting.server.stop()
        let alone = try await kim.run(["import", export + "/messages.jsonl"])
        #expect(alone.exit == .status(0), "\(alone)")
        for person in [bo, kim] {
            let again = person.home.path + "/again"
            let result = try await person.run(["export", "Garden (imported)", "--output", again])
            #expect(result.exit == .status(0), "\(result)")
            #expect(try Data(contentsOf: URL(filePath: again + "/media/0001-cat.png")) == bytes)
            let kept = person.home.path + "/data/confab/profiles/\(person.name)@localhost/media-imported"
            let names = try FileManager.default.contentsOfDirectory(atPath: kept)
            #expect(names.count == 1 && names.allSatisfy { $0.hasSuffix(".png") })
        }
        // A text file is no JSON, and this directory has no messages.
        let none = try await kim.run(["import", kim.home.path])
        #expect(none.exit != .status(0) && none.errors.contains("messages.jsonl"), "\(none)")
    }

    private func expectFiles(_ bytes: Data, in name: String, of chat: String, by bo: PersonAtScreen) async throws {
        let directory = bo.home.path + "/" + name
        let result = try await bo.run(["export", chat, "--format", "html", "--output", directory])
        #expect(result.exit == .status(0) && result.output.isEmpty, "\(result)")
        let page = try String(contentsOfFile: directory + "/index.html", encoding: .utf8)
        let sources = page.matches(of: #/<img src="([^"]+)"/#).compactMap { String($0.1).removingPercentEncoding }
        #expect(sources.count == 2 && Set(sources).count == 2)
        for source in sources {
            #expect(source.hasPrefix("media/000") && !source.contains("..") && !source.contains("\""))
            #expect(try Data(contentsOf: URL(filePath: directory + "/" + source)) == bytes)
        }
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: directory)) == ["index.html", "media"])
        // Existing files are not overwritten.
        let again = try await bo.run(["export", chat, "--output", directory])
        #expect(again.exit == .status(1) && again.errors.contains("is there already"), "\(again)")
    }
}
