import Foundation
import TestSupport
import TestTraits
import Testing

/// Tests that programs started by Confab get their arguments, and none of its open files, which here are a server
/// and two databases.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct InheritanceTests {
    /// Lists the open files of the program.
    private static let look = "ls -l /proc/self/fd > $HOME/seen; echo end >> $HOME/seen"

    @Test func anEditorInheritsNoSocketAndNoFile() async throws {
        let ana = try PersonAtScreen("ana")
        try await ana.beginWithGuide(environment: ["VISUAL": try script(at: ana)])
        ana.screen.send(.control("x"))
        try await ana.screen.waitFor("^E your editor")
        ana.screen.send(.control("e"))
        try await expectLittle(seenBy: ana)
    }

    @Test func copyProgramInheritsNoSocketAndNoFile() async throws {
        let ana = try PersonAtScreen("ana")
        try ana.save(settings: "programs.copy = [\"sh\", \"\(ana.home.path)/look\"]\n")
        _ = try script(at: ana)
        try await ana.beginWithGuide()
        try await ana.say("something to copy")
        try await ana.screen.waitFor("something to copy")
        try await ana.select("something to copy")
        ana.screen.send(.meta("w"))
        try await expectLittle(seenBy: ana)
    }

    /// A core file would contain all keys and messages.
    @Test func aCrashLeavesNoCoreFile() async throws {
        let ana = try PersonAtScreen("ana")
        try await ana.beginWithGuide()
        let path = "/proc/\(ana.screen.processIdentifier)/limits"
        let line = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .first { $0.hasPrefix("Max core file size") }
        #expect(line?.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
    }

    /// - Returns: The command that runs the script. A shell reads the file, because a process that another test
    ///   starts may have it open for writing.
    private func script(at person: PersonAtScreen) throws -> String {
        let path = person.home.path + "/look"
        try Data("\(Self.look)\n".utf8).write(to: URL(filePath: path))
        return "sh \(path)"
    }

    private func expectLittle(seenBy person: PersonAtScreen) async throws {
        let path = person.home.path + "/seen"
        let lines = {
            ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
        }
        try await person.screen.waitUntil("what the program has open") { _ in lines().last == "end" }
        let open = lines().filter { $0.contains(" -> ") }
        #expect(open.count >= 4)
        // Ignores the terminal or `/dev/null`, the copied text, and the list itself, which is read by one descriptor
        // and written to another.
        let others = open.filter { line in
            !["/dev/pts/", "/dev/null", "/proc/", "/seen", "(deleted)"].contains { line.contains($0) }
        }
        #expect(others.isEmpty, "\(others)")
    }
}
