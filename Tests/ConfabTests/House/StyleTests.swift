import Testing

@Suite struct StyleTests {
    @Test func noFileIsLongerThanFiveHundredLines() throws {
        for file in try Repository.sources.get() + Repository.tests.get() {
            #expect(file.lineCount <= 500, "\(file.path) has \(file.lineCount)")
        }
    }

    @Test func theMedianFileIsShorterThanAHundredLines() throws {
        let counts = try Repository.sources.get().map(\.lineCount).sorted()
        #expect(counts[counts.count / 2] < 100)
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
            #expect(file.declaredTypes.contains(name) || hasExtension, "\(file.path)")
        }
    }

    private func words(_ code: String) -> [String] {
        code.split { $0 == " " || $0 == "(" || $0 == ":" }.map(String.init)
    }
}
