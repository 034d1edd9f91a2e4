import Testing

@testable import ConfabBench

@Suite(.timeLimit(.minutes(5))) struct BenchManualTests {
    private static let shared: Set = ["--rounds number", "--json file", "--program path"]

    private let page: ManualPage
    private let tree: CommandTree

    init() throws {
        page = ManualPage(text: try Repository.text("man/confab-bench.1"))
        tree = try CommandTree(of: BenchCommand.self)
    }

    @Test func pageDescribesExactlyAllSubcommandsAndOptions() {
        let parts = ["client", "server", "compare", "encryption", "denial", "check"].map { "confab-bench \($0)" }
        var described = page.described(under: "confab-bench")
        // The page describes shared options once, before the subcommands, and each subcommand accepts them.
        for option in Self.shared {
            #expect(described.remove("confab-bench \(option)") != nil)
            for part in parts { described.insert("\(part) \(option)") }
        }
        #expect(described.subtracting(tree.words).sorted() == [])
        #expect(tree.words.subtracting(described).sorted() == [])
    }

    @Test(arguments: DenialTrial.allCases.map(\.rawValue)) func pageNamesEveryDenialTrial(name: String) throws {
        let lines = try Repository.text("man/confab-bench.1").split(separator: "\n").filter { $0.hasPrefix(".Cm ") }
        #expect(lines.contains { $0.split(separator: " ").dropFirst().contains { $0 == name } })
    }

    @Test func synopsisShowsSubcommandsAndTheirOwnOptions() {
        let expected = tree.words.filter { word in
            !Self.shared.contains { word.hasSuffix($0) } && !word.hasSuffix(" -h")
        }
        #expect(page.inSynopsis(of: "confab-bench").symmetricDifference(expected).sorted() == [])
    }
}
