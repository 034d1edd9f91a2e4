import Foundation
import TestSupport
import TestTraits
import Testing

/// What programs get that Confab starts: their words, and nothing of what it has open, which is a server and two databases here.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct InheritanceTests {
    /// Tells what the program has open.
    private static let look = "ls -l /proc/self/fd > $HOME/seen; echo end >> $HOME/seen"

    @Test func anEditorInheritsNoSocketAndNoFile() async throws {
        let ana = try PersonAtScreen("ana")
        try await ana.beginWithGuide(environment: ["VISUAL": try script(at: ana)])
        ana.screen.send(.control("x"))
        try await ana.screen.waitFor("^E your editor")
        ana.screen.send(.control("e"))
        try await expectLittle(seenBy: ana)
    }

    @Test func aProgramThatTakesACopyInheritsNoSocketAndNoFile() async throws {
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

    /// Which would hold all keys and words.
    @Test func aCrashLeavesNoCoreFile() async throws {
        let ana = try PersonAtScreen("ana")
        try await ana.beginWithGuide()
        let path = "/proc/\(ana.screen.processIdentifier)/limits"
        let line = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .first { $0.hasPrefix("Max core file size") }
        #expect(line?.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
    }

    /// - Returns: the command that runs it. It is read by a shell: while another test starts a program, that may have the file
    ///   open for writing.
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
        // The terminal or nothing, what was copied, and the list itself: read by one descriptor, and written to another.
        let others = open.filter { line in
            !["/dev/pts/", "/dev/null", "/proc/", "/seen", "(deleted)"].contains { line.contains($0) }
        }
        #expect(others.isEmpty, "\(others)")
    }
}
