import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct StyleTests {
    @Test func noFileIsLongerThanFiveHundredLines() throws {
        for file in try Repository.sources.get() + Repository.tests.get() {
            #expect(file.lineCount <= 500, "\(file.path) has \(file.lineCount)")
        }
    }

    @Test func medianFileIsShorterThanAHundredLines() throws {
        let counts = try Repository.sources.get().map(\.lineCount).sorted()
        #expect(counts[counts.count / 2] < 100)
    }

    /// A busy machine needs more turns. A test waits for its condition until the time limit of its suite.
    @Test func noTestPollsWithABound() throws {
        let files = try Repository.tests.get()
        for file in files where !Self.counted.contains(where: file.path.hasPrefix) {
            for wait in BoundedWait.all(in: file) {
                Issue.record("\(file.path):\(wait.line) waits for a number of turns or for a time: use Pause")
            }
        }
        for path in Self.counted {
            let waits = files.filter { $0.path.hasPrefix(path) }.flatMap(BoundedWait.all)
            #expect(!waits.isEmpty, "\(path) needs no exception any more")
        }
    }

    /// Loops whose number of turns or whose time is part of the test.
    private static let counted = [
        // The slow servers and clients of these tests send a number of pieces, each after a pause.
        "Tests/MatrixClientTests/AnswerPaceTests.swift", "Tests/MatrixServerTests/RequestPaceTests.swift",
        // These kill, resize or open programs a number of times, at other moments each time.
        "Tests/OutsideTests/Encryption/SealedOrderTests.swift", "Tests/ScreenTests/RoughTreatmentTests.swift",
        "Tests/ScreenTests/NotifyTests.swift",
        // These delay one of two concurrent tasks, and wait for neither.
        "Tests/ProtocolTests/SlowListener.swift", "Tests/ProtocolTests/SlowStore.swift",
        // This counts the steps of a manual clock, since retries that are too frequent are a fault.
        "Tests/ProtocolTests/DayOfflineTests.swift",
        // This samples what a program at rest uses. A program that rests only once in many samples is no program at rest.
        "Tests/FaultTests/IdleTests.swift",
    ]

    @Test(arguments: [
        "for _ in 0..<10 where !isDone {\n    await Task.yield()\n}",
        "for _ in 0..<600 {\n    marks = try await self.marks()\n    if marks == [line] { return }\n"
            + "    try await Task.sleep(for: .milliseconds(100))\n}",
        "for turn in 1...9 {\n    if isDone { return }\n\n    if turn > 1 {\n        usleep(1_000)\n    }\n}",
        "while !isDone, turns < 100 { await Task.yield() }",
        "while true {\n    if isDone { return }\n    guard ContinuousClock.now < end else { throw Late() }\n"
            + "    try await Task.sleep(for: .milliseconds(5))\n}",
        "repeat {\n    try await Task.sleep(for: .milliseconds(5))\n    if Date() > deadline { return }\n} while true",
        "while isBusy {\n    turns += 1\n    guard turns < 12 else { throw Late() }\n    await Task.yield()\n}",
        "while isBusy {\n    if turns == 12 { return }\n\n    await Task.yield()\n    turns += 1\n}",
        "while isBusy && left > 0 {\n    left -= 1\n    await Task.yield()\n}",
        "repeat {\n    values.append(value())\n    await Task.yield()\n} while values.count < 4 && isBusy",
    ])
    func boundedWaitIsDetected(text: String) {
        #expect(BoundedWait.all(in: SourceFile(path: "x", text: text)).map(\.line) == [1])
    }

    @Test(arguments: [
        "while !isDone { await Task.yield() }",
        "while !isDone {\n    guard await Pause.milliseconds(5) else { throw Late() }\n}",
        "for number in 0..<3 {\n    send(number)\n}\ntry await Task.sleep(for: .seconds(1))",
        "for chat in chats {\n    func wait() async {\n        await Task.yield()\n    }\n}",
        "while seen.count < 4 {\n    await Task.yield()\n    if now != seen.last { seen.append(now) }\n}",
        "while done < copies {\n    lines += 1\n    if lines > 100 { await Task.yield() }\n}",
        "repeat {\n    values.append(value())\n    await Task.yield()\n} while !values.contains(where: isDone)",
    ])
    func conditionWaitIsNotBounded(text: String) {
        #expect(BoundedWait.all(in: SourceFile(path: "x", text: text)).isEmpty)
    }

    @Test func nothingIsPublic() throws {
        for file in try Repository.sources.get() + Repository.tests.get() {
            for line in file.code where words(line.text).contains("public") {
                Issue.record("\(file.path):\(line.number) is public")
            }
        }
    }

    @Test func classesAreFinal() throws {
        let modifiers: Set = ["package", "private", "fileprivate", "internal"]
        for file in try Repository.sources.get() + Repository.tests.get() {
            for line in file.code {
                let first = words(line.text).first { !modifiers.contains($0) && !$0.hasPrefix("@") }
                if first == "class" { Issue.record("\(file.path):\(line.number) declares a class that is not final") }
            }
        }
    }

    @Test(arguments: ["try!", "fatalError(", "@unchecked Sendable", "nonisolated(unsafe)"])
    func unsafeConstructsHaveAReasonBesideThem(word: String) throws {
        for file in try Repository.sources.get() {
            for line in file.code where line.text.contains(word) && !file.isExplained(line.number) {
                Issue.record("\(file.path):\(line.number) says \(word) and not why")
            }
        }
    }

    /// GRDB truncates a text at U+0000, so texts are bound only in files that check them. A rescue copies texts that
    /// were bound before.
    @Test func sqlTextsAreBoundOnlyWhereValidated() throws {
        let ways = ["StatementArguments+Whole.swift", "Database+Statements.swift", "TableSalvage.swift"]
        for file in try Repository.sources.get()
        where file.path.contains(#/^Sources\/(?:Storage|MatrixServer)\//#)
            && !ways.contains(where: { file.path.hasSuffix($0) })
        {
            let binding = #/arguments: \[|sqlite3_bind_|StatementArguments(?:\(|\? = \[| = \[)/#
            for line in file.code where line.text.contains(binding) {
                guard !file.path.hasSuffix("ServerDatabase.swift") else { continue }
                Issue.record("\(file.path):\(line.number) binds what may be cut")
            }
        }
    }

    /// Routers send requests, and events carry the responses. On the main actor only the opening state is read from
    /// a store. A reason imports the store only to name an error.
    @Test func onlyDiskAndNetworkTypesImportStorage() throws {
        let ways =
            #/(?:Archive|Endpoint(?:\+\w+)?|TimelineReader|OutboxSender|FileUploader|SyncIntake|UnsentText|FailureReason|EngineErrors\+Words|VerificationError)\.swift$/#
        // The parts of the encryption endpoint run on the endpoint's actor.
        let partsOfEndpoint = #/^Sources\/Engine\/Encryption\/(?:Backup|Identity|Keys|Reading|Recovery|Sending)\//#
        for file in try Repository.sources.get()
        where file.path.contains(#/^Sources\/(?:Engine|Messenger|Presentation)\//#)
            && !file.path.contains(#/\/(?:Session|Disk)\//#) && !file.path.contains(ways)
            && !file.path.contains(partsOfEndpoint)
        {
            for line in file.code where words(line.text).suffix(2) == ["import", "Storage"] {
                Issue.record("\(file.path):\(line.number) could keep the screen waiting for the disk")
            }
        }
    }

    /// A file that is written in another way may be lost or half written after a power failure.
    @Test func onlyDurableFilesCallsFsync() throws {
        for file in try Repository.sources.get() where !file.path.hasPrefix("Sources/DurableFiles/") {
            for line in file.code where line.text.contains("fsync(") || line.text.contains("fdatasync(") {
                Issue.record("\(file.path):\(line.number) synchronizes a file by itself: use DurableFile")
            }
        }
    }

    /// A renamed file may lose its name, or replace another file.
    @Test func onlyDurableFilesRenamesFiles() throws {
        for call in ["rename(path, old)", "link(file.path, self.file(hash))", "Glibc.rename(a, b)", "renameat2("] {
            #expect(" guard \(call) == 0".contains(Self.rawRename))
        }
        for file in try Repository.sources.get() where !file.path.hasPrefix("Sources/DurableFiles/") {
            for line in file.code where line.text.contains(Self.rawRename) {
                Issue.record("\(file.path):\(line.number) names a file by itself: use DurableFile")
            }
        }
    }

    /// A system call that names a file. Functions of our own with the same names have labels or a single argument.
    ///
    /// As each expression here that many lines are compared with, it is made once: an expression within a loop is read anew in each
    /// turn.
    nonisolated(unsafe) private static let rawRename =
        #/(?:^|[^.\w]|Glibc\.)(?:(?:rename|link)\([^:(]*(?:\([^()]*\))?[^:(]*, (?!\w+:)|(?:renameat2?|linkat)\()/#

    @Test func filesHaveNoGenericNames() throws {
        for file in try Repository.sources.get() + Repository.tests.get() {
            #expect(!file.path.contains(#/(?:Utils?|Helpers?|Common|Types|Manager)(?:\/|\.swift)/#), "\(file.path)")
        }
    }

    @Test func filesAreNamedAfterTheirType() throws {
        for file in try Repository.sources.get() {
            let name =
                file.path.split(separator: "/").last?.dropLast(6).split(separator: "+").first.map(String.init) ?? ""
            let hasExtension = file.code.contains { words($0.text).contains("extension") }
            // Small values of a subject stand together.
            let isOfSeveral = name.hasSuffix("Models") && file.declaredTypes.count > 1
            #expect(file.declaredTypes.contains(name) || hasExtension || isOfSeveral, "\(file.path)")
        }
    }

    /// `--filter ScreenTests` and `--skip ScreenTests` mean a target, but match every suite whose name contains it.
    @Test func suiteNamesDoNotContainTargetNames() throws {
        let targets = try Repository.names(in: "Tests").filter { $0.hasSuffix("Tests") }
        #expect(targets.contains("ScreenTests"))
        for file in try Repository.tests.get() {
            let types = file.code.flatMap { $0.text.matches(of: #/\b(?:struct|class) (\w+)/#).map { String($0.1) } }
            for target in targets {
                for type in types where type.contains(target) {
                    Issue.record("\(file.path): \(type) is taken for one of \(target)")
                }
            }
        }
    }

    /// The time limit of its suite ends a test that hangs, and names it.
    @Test func everySuiteHasATimeLimit() throws {
        for file in try Repository.tests.get() {
            let code = file.code.map(\.text).joined(separator: "\n")
            guard code.contains("@Test ") || code.contains("@Test(") else { continue }
            let suites = code.components(separatedBy: "@Suite").dropFirst()
            for suite in suites {
                let traits = suite.prefix { $0 != "{" }
                #expect(traits.contains(".timeLimit("), "\(file.path) has a suite without a .timeLimit")
            }
            // An extension has the time limit of the type that it extends.
            let isExtension = file.code.contains { $0.text.hasPrefix("extension ") }
            #expect(isExtension || !suites.isEmpty, "\(file.path) has tests in no @Suite with a .timeLimit")
        }
    }

    private func words(_ code: String) -> [String] {
        code.split { $0 == " " || $0 == "(" || $0 == ":" }.map(String.init)
    }
}
