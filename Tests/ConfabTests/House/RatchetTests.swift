import Foundation
import Testing

/// Counts of what the code should have less of. They may fall and never rise: a change that lowers a count also lowers
/// its limit.
@Suite(.timeLimit(.minutes(5))) struct RatchetTests {
    private static let uses = Result { try TypeUses(Repository.sources.get()) }

    /// Fails if the count rose, or if it fell by a twentieth and its limit didn't.
    private func expect(_ count: Int, atMost limit: Int, _ examples: [String] = []) {
        #expect(count <= limit, "rose from \(limit) to \(count): \(examples.sorted().prefix(20))")
        #expect(count >= limit - limit / 20, "fell from \(limit) to \(count): lower the limit")
    }

    @Test func filesUnderTwentyFiveLines() throws {
        let short = try Repository.sources.get().filter { $0.lineCount < 25 }
        expect(short.count, atMost: 17)
    }

    /// A file whose type only one other file uses could be a part of that one. The lists of an account's parts name each
    /// of them once, and don't count.
    @Test func singleTypeFilesUsedByOneOtherFile() throws {
        let uses = try Self.uses.get()
        let lists = [
            "Messenger/Session/Effects", "Messenger/Session/SessionState", "Messenger/Routers/SubjectRouter",
            "Messenger/Routers/SyncEventRouter", "Presentation/Session/SessionHandlers",
        ].map { "Sources/\($0).swift" }
        let single = uses.files.filter { file in
            guard file.declaredTypes.count == 1, let type = file.declaredTypes.first, !file.path.contains("+") else {
                return false
            }
            return uses.users[type]?.subtracting(lists).count == 1
        }
        expect(single.count, atMost: 168)
    }

    /// A sentence that begins with a relative pronoun has to be read twice.
    @Test func sentencesInCommentsWithoutASubject() throws {
        let words: Set = ["What", "Who", "Whoever", "Whom", "Whose", "Of", "Those", "Where", "One", "Nobody"]
        var found: [String] = []
        for file in try Repository.sources.get() + Repository.tests.get() {
            var endsSentence = true
            var last = 0
            for line in file.comments {
                if line.number != last + 1 { endsSentence = true }
                last = line.number
                let first = line.text.prefix { $0.isLetter || $0 == "-" }
                if endsSentence, words.contains(String(first)) { found.append("\(file.path):\(line.number)") }
                endsSentence = line.text.last.map { ".!?:".contains($0) } ?? true
            }
        }
        expect(found.count, atMost: 0, found)
    }

    /// Words for which the field has another: see the list in the message.
    @Test func privateWordsInComments() throws {
        let words = ["desk", "hears", "heard", "tells", "told", "whoever", "whomever", "wish", "wishes"]
        let ours = Set(words)
        var found: [String] = []
        for file in try Repository.sources.get() {
            for line in file.comments {
                for word in line.text.split(whereSeparator: { !$0.isLetter }) where ours.contains(word.lowercased()) {
                    found.append("\(file.path):\(line.number) \(word)")
                }
            }
        }
        expect(found.count, atMost: 10, found)
    }

    @Test func guideLinesHaveAtMost120Columns() throws {
        for (path, text) in try guides() {
            for (number, line) in Self.prose(text) where line.count > 120 {
                Issue.record("\(path):\(number) has \(line.count) columns")
            }
        }
    }

    @Test func longSentencesInGuides() throws {
        var (all, long) = (0, [String]())
        for (path, text) in try guides() {
            for sentence in Self.sentences(text) {
                all += 1
                if sentence.count > 25 { long.append("\(path): \(sentence.prefix(6).joined(separator: " "))…") }
            }
        }
        #expect(all > 300)
        expect(long.count, atMost: 0, long)
    }

    /// Folders of a target that name each other in a circle can't be read one after the other.
    @Test(arguments: [
        ("Engine", 5), ("Messenger", 5), ("Presentation", 4), ("Panes", 24), ("MatrixServer", 13), ("Confab", 13),
        ("Storage", 12), ("MatrixClient", 7),
    ])
    func foldersInTheLargestCycle(target: String, limit: Int) throws {
        let uses = try Self.uses.get()
        expect(uses.largestCycle(of: target), atMost: limit)
    }

    /// Files outside of its own folders that name a type of the screen `Contacts`.
    @Test func filesTouchedByAScreen() throws {
        let uses = try Self.uses.get()
        let types = uses.files.filter { $0.path.contains("/Contacts/") }.flatMap(\.declaredTypes)
        let users = types.reduce(into: Set<String>()) { $0.formUnion(uses.users[$1] ?? []) }
        let outside = users.filter { !$0.contains("/Contacts/") }
        expect(outside.count, atMost: 21, Array(outside))
    }

    private func guides() throws -> [(path: String, text: String)] {
        let recipes = try Repository.names(in: "Sources/Recipes").map { "Sources/Recipes/\($0)" }
        #expect(recipes.count > 5)
        return try (["README.md", "Sources/README.md", "Tests/README.md"] + recipes).map {
            ($0, try Repository.text($0))
        }
    }

    /// The lines outside of blocks of code, with their numbers from 1.
    private static func prose(_ text: String) -> [(number: Int, line: String)] {
        var isCode = false
        var lines: [(Int, String)] = []
        for (number, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") { isCode.toggle() } else if !isCode { lines.append((number + 1, line)) }
        }
        return lines
    }

    /// The words of each sentence. Cells of tables, items of lists and parts before a colon or semicolon count as
    /// sentences.
    private static func sentences(_ text: String) -> [[String]] {
        var blocks: [String] = [""]
        for (_, line) in prose(text) {
            if line.hasPrefix("|") {
                blocks += line.components(separatedBy: "|") + [""]
            } else if line.isEmpty || line.hasPrefix("#") || line.contains(#/^\s*(?:-|\d+\.) /#) {
                blocks.append(line)
            } else {
                blocks[blocks.count - 1] += " " + line
            }
        }
        return blocks.flatMap { block -> [[String]] in
            var sentences: [[String]] = [[]]
            for word in block.split(separator: " ").map(String.init) {
                sentences[sentences.count - 1].append(word)
                if word.last.map({ ".!?:;".contains($0) }) == true { sentences.append([]) }
            }
            return sentences.filter { !$0.isEmpty }
        }
    }
}
