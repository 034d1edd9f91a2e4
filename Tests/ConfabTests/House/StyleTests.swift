import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct StyleTests {
    @Test func noFileIsLongerThanFiveHundredLines() throws {
        for file in try Repository.sources.get() + Repository.tests.get() {
            #expect(file.lineCount <= 500, "\(file.path) has \(file.lineCount)")
        }
    }

    @Test func theMedianFileIsShorterThanAHundredLines() throws {
        let counts = try Repository.sources.get().map(\.lineCount).sorted()
        #expect(counts[counts.count / 2] < 100)
    }

    /// A busy machine needs more turns. A test waits for its condition until the time limit of its suite.
    @Test func noTestWaitsForANumberOfTurns() throws {
        for file in try Repository.tests.get() {
            var counts: Int?
            for line in file.code {
                if line.text.contains(#/for _ in 0\.\.<[0-9_]+ where /#) { counts = line.number }
                guard let start = counts, line.number - start < 4 else { continue }
                guard line.text.contains("Task.sleep") || line.text.contains("Task.yield") else { continue }
                Issue.record("\(file.path):\(start) waits for a number of turns")
                counts = nil
            }
        }
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
    func whatCanGoWrongUnseenHasItsReasonBesideIt(word: String) throws {
        for file in try Repository.sources.get() {
            for line in file.code where line.text.contains(word) && !file.isExplained(line.number) {
                Issue.record("\(file.path):\(line.number) says \(word) and not why")
            }
        }
    }

    /// GRDB truncates a text at U+0000, so each target has one file that checks texts before binding them. A rescue
    /// copies texts that were bound before.
    @Test func textsAreBoundWhereTheyAreLookedAtFirst() throws {
        let ways = ["StatementArguments+Whole.swift", "Database+Statements.swift", "TableSalvage.swift"]
        for file in try Repository.sources.get()
        where file.path.contains(#/^Sources\/(?:Storage|MatrixServer)\//#)
            && !ways.contains(where: { file.path.hasSuffix($0) })
        {
            for line in file.code where line.text.contains(#/arguments: \[|StatementArguments(?:\(|\? = \[| = \[)/#) {
                guard !file.path.hasSuffix("ServerDatabase.swift") else { continue }
                Issue.record("\(file.path):\(line.number) binds what may be cut")
            }
        }
    }

    /// Routers send requests, and events carry the responses. On the main actor only the opening state is read from
    /// a store. A reason imports the store only to name an error.
    @Test func theStoresAreReachedByTheDiskAndTheNetworkAlone() throws {
        let ways =
            #/(?:Archive|Endpoint(?:\+\w+)?|TimelineReader|OutboxCarrier|FileCarrier|SyncIntake|UnreadRecount|UnsentText|FailureReason|VerificationProblem)\.swift$/#
        // The parts of the encryption endpoint run on the endpoint's actor.
        let partsOfEndpoint = #/^Sources\/Messenger\/Encryption\/(?:Backup|Identity|Keys|Reading|Recovery|Sending)\//#
        for file in try Repository.sources.get()
        where file.path.hasPrefix("Sources/Messenger/") && !file.path.hasPrefix("Sources/Messenger/Session/")
            && !file.path.hasPrefix("Sources/Messenger/Disk/") && !file.path.contains(ways)
            && !file.path.contains(partsOfEndpoint)
        {
            for line in file.code where words(line.text).suffix(2) == ["import", "Storage"] {
                Issue.record("\(file.path):\(line.number) could keep the screen waiting for the disk")
            }
        }
    }

    /// A file that is written in another way may be lost or half written after a power failure.
    @Test func filesAreSynchronizedInOnePlace() throws {
        for file in try Repository.sources.get() where !file.path.hasPrefix("Sources/DurableFiles/") {
            for line in file.code where line.text.contains("fsync(") || line.text.contains("fdatasync(") {
                Issue.record("\(file.path):\(line.number) synchronizes a file by itself: use DurableFile")
            }
        }
    }

    @Test func filesAreNamedAsTheirIdeaAndNotAsABox() throws {
        for file in try Repository.sources.get() + Repository.tests.get() {
            #expect(!file.path.contains(#/(?:Utils?|Helpers?|Common|Types|Manager)(?:\/|\.swift)/#), "\(file.path)")
        }
    }

    @Test func aFileIsNamedAsItsType() throws {
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
    @Test func noSuiteIsTakenForATarget() throws {
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
