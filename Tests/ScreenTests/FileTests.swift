import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests that a file is transferred unchanged from one user's directory to another's.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct FileTests {
    @Test(arguments: [true, false]) func aFileIsChosenSentAndSavedByteForByte(inEncrypted: Bool) async throws {
        let meeting = inEncrypted ? try await Meeting.inAChat() : try await Meeting.inAGroup("Tea")
        let (ana, bo) = (meeting.ana, meeting.bo)
        let bytes = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) })
        try FileManager.default.createDirectory(atPath: ana.home.path + "/papers", withIntermediateDirectories: false)
        try bytes.write(to: URL(fileURLWithPath: ana.home.path + "/papers/report 1.bin"))
        let screen = ana.screen
        screen.send("as promised")
        try await screen.waitFor("▏as promised")
        screen.send(.control("t"))
        try await screen.waitFor("Attach a file")
        try await screen.waitFor("papers/")
        screen.send("pap")
        try await screen.waitUntil("only the directory") { $0.rows.count { $0.contains("directory") } == 1 }
        screen.send(.tab)
        try await screen.waitFor("› ~/papers/")
        try await screen.waitFor("report 1.bin")
        try await screen.waitFor("700 kB")
        screen.send(.enter)
        try await screen.waitFor("▏/send ~/papers/report 1.bin")
        try await screen.waitFor("▏as promised")
        try await screen.waitFor("Enter sends the file")
        screen.send(.enter)
        try await screen.waitFor("[file] report 1.bin, 700 kB:")
        try await screen.waitFor("as promised", endingIn: "read")
        #expect(screen.screen.text.contains("as promised"))
        try await bo.screen.waitFor("report 1.bin")
        try await bo.screen.waitFor("as promised")
        try await bo.select("report 1.bin")
        bo.screen.send(.enter)
        try await bo.act("c")
        try await bo.screen.waitFor("Save report 1.bin where?")
        bo.screen.send(.enter)
        try await bo.screen.waitFor("saved as ~/report 1.bin")
        #expect(try Data(contentsOf: URL(fileURLWithPath: bo.home.path + "/report 1.bin")) == bytes)
        #expect(screen.unknownSequences.isEmpty && bo.screen.unknownSequences.isEmpty)
    }

    @Test func fileListMatchesSnapshots() async throws {
        let ana = try PersonAtScreen("ana")
        let screen = try await ana.beginWithGuide()
        for name in ["Pictures", "notes"] {
            try FileManager.default.createDirectory(
                atPath: ana.home.path + "/" + name, withIntermediateDirectories: false)
        }
        try Data(repeating: 1, count: 3_400_000).write(to: URL(fileURLWithPath: ana.home.path + "/kettle.png"))
        try Data("tea".utf8).write(to: URL(fileURLWithPath: ana.home.path + "/\u{1B}[31mred.txt"))
        screen.send(.control("t"))
        try await screen.waitFor("kettle.png")
        #expect(!screen.screen.text.contains("red.txt"))
        screen.send("ket")
        try await screen.waitUntil("one file") {
            $0.rows.count { $0.contains("kettle") } == 1 && !$0.text.contains("Pic")
        }
        try await ana.expectPictures("attach")
        screen.send(.control("u"))
        screen.send("/nowhere/")
        try await screen.waitFor("This directory can't be read: No such file or directory")
        screen.send(.escape)
        try await screen.waitFor("Enter send")
        #expect(screen.unknownSequences.isEmpty)
    }
}
