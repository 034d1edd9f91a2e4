import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ImportTableTests {
    private static func manifest() throws -> PackageManifest {
        PackageManifest(text: try Repository.text("Package.swift"))
    }

    private static let uses = Result { try TypeUses(Repository.sources.get()) }

    @Test(arguments: FolderTable.targets) func foldersNameOnlyTheFoldersAboveThem(target: String) throws {
        let rows = try #require(FolderTable.rows.first { $0.target == target }).folders
        let places = Dictionary(uniqueKeysWithValues: rows.enumerated().flatMap { row in row.1.map { ($0, row.0) } })
        #expect(try Repository.names(in: "Sources/\(target)") == places.keys.sorted())
        let uses = try Self.uses.get().folderUses(in: target)
        #expect(uses.count > 5)
        for (folder, named) in uses {
            for (other, example) in named {
                let (from, to) = (places[folder] ?? .max, places[other] ?? .max)
                #expect(to <= from, "\(folder) is above \(other) in the table, but \(example)")
            }
        }
        // Otherwise a row could permit anything.
        for row in rows where row.count > 1 {
            for folder in row { #expect(row.contains { uses[folder]?[$0] != nil }, "\(folder) names none of its row") }
            #expect(row.count <= 8)
        }
    }

    @Test func packageListsTargetsInTableOrder() throws {
        let listed = try Self.manifest().targets.map(\.name).filter { !$0.hasPrefix("Test") && !$0.hasSuffix("Tests") }
        #expect(listed == TargetTable.names)
        let others: Set = ["CommitPlugin", "README.md", "Recipes"]
        #expect(try Repository.names(in: "Sources").filter { !others.contains($0) } == TargetTable.names.sorted())
    }

    @Test(arguments: TargetTable.names) func targetDependenciesMatchTheTable(name: String) throws {
        let target = try #require(try Self.manifest().targets.first { $0.name == name })
        let row = try #require(TargetTable.rows.first { $0.name == name })
        #expect(target.targets == row.imports)
    }

    @Test(arguments: TargetTable.names) func filesImportWhatTheirTargetDeclares(name: String) throws {
        let target = try #require(try Self.manifest().targets.first { $0.name == name })
        let permitted = Set(target.targets + target.products).union(TargetTable.toolchain)
        for file in try Repository.swiftFiles(of: name) {
            let strangers = file.imports.subtracting(permitted)
            #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted())")
        }
    }

    @Test(arguments: TargetTable.names) func targetsImportEveryDeclaredProduct(name: String) throws {
        let target = try #require(try Self.manifest().targets.first { $0.name == name })
        let imported = try Repository.swiftFiles(of: name).reduce(into: Set()) {
            $0.formUnion($1.imports)
        }
        #expect(Set(target.products).subtracting(imported).isEmpty)
    }

    @Test func testsImportWhatTheirTargetDeclares() throws {
        let ofTests = TargetTable.toolchain.union(["Testing"])
        for target in try Self.manifest().targets where !TargetTable.names.contains(target.name) {
            let permitted = Set(target.targets + target.products).union(ofTests)
            for file in try Repository.swiftFiles(of: target.name) {
                let strangers = file.imports.subtracting(permitted)
                #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted())")
            }
        }
    }

    @Test func typeNamesDifferFromModuleNames() throws {
        let modules = Set(try Self.manifest().targets.flatMap { [$0.name] + $0.products })
        for file in try Repository.sources.get() {
            let shared = file.declaredTypes.intersection(modules)
            #expect(shared.isEmpty, "\(file.path) declares \(shared.sorted())")
        }
    }

    @Test func onlyTheTerminalTargetUsesNcurses() throws {
        for file in try Repository.sources.get() where !file.path.hasPrefix("Sources/Terminal/") {
            let hits = file.code.filter { $0.text.localizedCaseInsensitiveContains("ncurses") }
            #expect(hits.isEmpty, "\(file.path)")
        }
    }

    @Test func repositoryRootHasOnlyKnownEntries() throws {
        let names = ["Package.swift", "README.md", "Resources", "Sources", "Tests", "man"]
        #expect(try Repository.names(in: "") == names)
    }

    @Test func readmeListsTargetsInTableOrder() throws {
        let readme = try Repository.text("README.md")
        let section = try #require(readme.firstMatch(of: #/\n## Targets\n((?:.|\n)*?)\n## /#)?.1)
        #expect(section.matches(of: #/\n\| `(\w+)` \|/#).map { String($0.1) } == TargetTable.names)
    }

    @Test func testTargetsMirrorSourceTargets() throws {
        let suites = try Self.manifest().targets.map(\.name).filter { $0.hasSuffix("Tests") }
        let support = [
            "Corpus", "README.md", "TestBound", "TestDisk", "TestHeap", "TestSeeds", "TestSupport", "TestTraits",
        ]
        #expect(try Repository.names(in: "Tests") == (suites + support).sorted())
        let ofThem = ["Protocol", "Screen", "Fault", "Outside"]
        for suite in suites.map({ String($0.dropLast(5)) }) where !ofThem.contains(suite) {
            #expect(TargetTable.names.contains(suite))
        }
    }
}
