import Conversations
import Foundation
import SearchWords
import TestSeeds
import Testing

@testable import Storage

/// Tests that messages are found by their current words, and not by words that were edited away.
@Suite(.timeLimit(.minutes(10))) struct SearchTests {
    private let database: ProfileDatabase
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws { database = try ProfileDatabase.inMemory() }

    private func find(_ words: String..., database: ProfileDatabase? = nil) async throws -> [String] {
        var query = SearchQuery()
        query.terms = words.compactMap {
            SearchTerm($0, isPrefix: $0.hasSuffix("*"))
        }
        return try await find(query, in: database ?? self.database)
    }

    private func find(_ query: SearchQuery, in database: ProfileDatabase) async throws -> [String] {
        while try await database.search.takeNext() != .nothing {}
        return try await database.search.find(query, limit: 50).hits.map(\.message.eventID)
    }

    private func say(_ messages: Message..., chatID: String = "!a:x") async throws {
        try await say(messages, chatID: chatID)
    }

    private func say(_ messages: [Message], chatID: String) async throws {
        try await database.search(messages, chatID: chatID)
    }

    @Test func searchFindsWordsPrefixesAndPhrasesNewestFirst() async throws {
        try await say(.said("$1", "The gate code is 4711", at: 1), .said("$2", "Which gate?", at: 3))
        try await say(.said("$3", "a code for the GATE", at: 2), chatID: "!b:x")
        #expect(try await find("gate") == ["$2", "$3", "$1"])
        #expect(try await find("gate code") == ["$1"])
        #expect(try await find("code", "gate") == ["$3", "$1"])
        #expect(try await find("47*") == ["$1"])
        #expect(try await find("ate") == [])
        var query = SearchQuery()
        query.excluded = [try #require(SearchTerm("code", isPrefix: false))]
        #expect(try await find(query, in: database) == ["$2"])
    }

    @Test func eachFilterNarrowsTheResults() async throws {
        try await say(
            .said("$1", "see https://example.org", by: "@bo:x", at: 1_000),
            .said("$2", "hello", by: "@kim:x", at: 2_000),
            .said("$3", "cat.png", kind: .picture, at: 3_000), .said("$4", "plan.pdf", kind: .file, at: 4_000))
        try await say(.said("$5", "hello", by: "@bo:x", at: 5_000), chatID: "!b:x")
        func with(_ change: (inout SearchQuery) -> Void) async throws -> [String] {
            var query = SearchQuery()
            change(&query)
            return try await find(query, in: database)
        }
        #expect(try await with { $0.contents = [.link] } == ["$1"])
        #expect(try await with { $0.contents = [.picture] } == ["$3"])
        #expect(try await with { $0.contents = [.file] } == ["$4", "$3"])
        #expect(try await with { $0.senders = ["@bo:x", "@nobody:x"] } == ["$5", "$4", "$3", "$1"])
        #expect(try await with { $0.senders = ["@nobody:x"] } == [])
        #expect(try await with { $0.chatIDs = ["!b:x"] } == ["$5"])
        #expect(try await with { $0.times = 2_000..<4_000 } == ["$3", "$2"])
        #expect(try await with { _ in } == ["$5", "$4", "$3", "$2", "$1"])
    }

    @Test func searchFollowsEditsAndRemovals() async throws {
        try await say(.said("$1", "tea at five", at: 1), .said("$2", "cake at six", at: 2))
        #expect(try await find("tea") == ["$1"])
        try await say(Story.edit("e3", of: "$1", "coffee at five", by: "@bo:x"), Story.redaction("r4", of: "$2"))
        #expect(try await find("tea") == [])
        #expect(try await find("coffee") == ["$1"])
        #expect(try await find("cake") == [])
        #expect(try await find("at") == ["$1"])
        try await database.chats.remove(chatID: "!a:x")
        #expect(try await find("at") == [])
    }

    @Test func ignoredSendersAreSkippedInSearchPages() async throws {
        for number in 1...80 {
            let sender = number.isMultiple(of: 2) ? "@rude:x" : "@bo:x"
            try await say(.said("$\(number)", "hello", by: sender, at: Int64(number)))
        }
        var ignoring = Story.slice([])
        ignoring.ignoredUserIDs = ["@rude:x"]
        _ = try await database.sync.apply(ignoring)
        while try await database.search.takeNext() != .nothing {}
        let query = SearchQuery()
        let page = try await database.search.find(query, limit: 30)
        #expect(page.hits.count == 30)
        let rest = try await database.search.find(query, before: page.next, limit: 30)
        #expect(rest.hits.count == 10)
        #expect(rest.next == nil)
        #expect(Set((page.hits + rest.hits).map(\.message.sender)) == ["@bo:x"])
    }

    @Test func missingOrDamagedSearchFileIsRebuilt() async throws {
        let path = directory.appendingPathComponent("profile.sqlite").path
        defer { try? FileManager.default.removeItem(at: directory) }
        let first = try ProfileDatabase(path: path)
        try await first.search([.said("$1", "the gate", at: 1)], chatID: "!a:x")
        #expect(try await find("gate", database: first) == ["$1"])
        first.close()
        for damage in [Data(), Data(repeating: 7, count: 5_000)] {
            try damage.write(to: URL(fileURLWithPath: path + ".search"))
            let next = try ProfileDatabase(path: path)
            #expect(try await find("gate", database: next) == ["$1"])
            next.close()
        }
        // The index of another database must not be used here.
        let other = directory.appendingPathComponent("other.sqlite").path
        try FileManager.default.copyItem(atPath: path + ".search", toPath: other + ".search")
        let stranger = try ProfileDatabase(path: other)
        #expect(try await find("gate", database: stranger) == [])
        stranger.close()
    }

    @Test func indexDamagedInUseIsRebuiltWithoutSuspectingTheProfile() async throws {
        let path = directory.appendingPathComponent("used.sqlite").path
        defer { try? FileManager.default.removeItem(at: directory) }
        let first = try ProfileDatabase(path: path)
        let lines = (1...3_000).map { Message.said("$\($0)", "gate \($0) of the garden \($0 % 97)", at: Int64($0)) }
        try await first.search(lines, chatID: "!a:x")
        while try await first.search.takeNext() != .nothing {}
        first.close()
        let database = try ProfileDatabase(path: path)
        defer { database.close() }
        #expect(try await database.search.isWhole())
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path + ".search"))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 8 * 4_096)
        try file.write(contentsOf: Data(repeating: 7, count: Int(size) - 8 * 4_096))
        try file.close()
        var query = SearchQuery()
        query.terms = [try #require(SearchTerm("gate", isPrefix: false))]
        _ = try await database.search.find(query, limit: 50)
        #expect(try await !database.search.isWhole())
        #expect(!FileManager.default.fileExists(atPath: path + ".suspect"))
        while try await database.search.takeNext() != .nothing {}
        #expect(try await database.search.find(query, limit: 5_000).hits.count == 3_000)
    }

    /// The indexing process may have stopped at any point, so the index may be incomplete.
    @Test func incompleteIndexFindsEachMessageOnce() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let database = try ProfileDatabase(path: directory.appendingPathComponent("profile.sqlite").path)
        defer { database.close() }
        var query = SearchQuery()
        query.terms = [try #require(SearchTerm("gate", isPrefix: false))]
        var slices = 0
        for number in 1...3 {
            try await database.search([.said("$\(number)", "the gate", at: Int64(number))], chatID: "!a:x")
            let all = (1...number).reversed().map { "$\($0)" }
            while true {
                #expect(try await database.search.search(query, limit: 50).map(\.message.eventID) == all)
                #expect(try await database.search.search(query, limit: 1).map(\.message.eventID) == [all[0]])
                guard try await database.search.takeNext() != .nothing, number > 1 else { break }
                slices += 1
            }
        }
        #expect(slices > 2)
    }

    @Test func indexSliceIsLimitedInBytesAndSkipsNothing() async throws {
        let database = try ProfileDatabase(path: directory.appendingPathComponent("profile.sqlite").path)
        defer { database.close() }
        let line = (0..<8_000).map { "w\($0)" }.joined(separator: " ")
        for isNew in [false, true] {
            // The first messages exist before the index. The others are indexed through its queue.
            let messages: [Message] = (0..<40).map { number in
                .said("$\(isNew) \(number)", "gate \(line)", at: Int64(isNew ? 100 + number : number))
            }
            try await database.search(messages, chatID: "!a:x")
            if !isNew { try await database.search.forget() }
            var slices = 0
            while try await database.search.takeNext() != .nothing { slices += 1 }
            #expect(slices > 1)
            var query = SearchQuery()
            query.terms = [try #require(SearchTerm("gate", isPrefix: false))]
            #expect(try await database.search.find(query, limit: 100).hits.count == (isNew ? 80 : 40))
        }
    }

    @Test func serverSearchCoversChatsWithGapsAndMissingMessages() async throws {
        func slice(_ chatID: String, _ line: Message, isEncrypted: Bool) -> SyncSlice {
            var change = ChatChange(chatID: chatID, membership: .joined)
            change.isEncrypted = .set(isEncrypted)
            change.members = [ChatMember(userID: "@bo:x", displayName: "Bo", membership: "join")]
            change.timeline = ChatChange.Timeline(messages: [line], isLimited: true, previousBatch: "p")
            return SyncSlice(changes: [change])
        }
        _ = try await database.sync.apply(slice("!a:x", .said("$1", "tea", at: 1), isEncrypted: false))
        _ = try await database.sync.apply(slice("!e:x", .said("$2", "tea", at: 1), isEncrypted: true))
        #expect(try await database.search.chatsWithGaps() == ["!a:x"])
        let found = try await database.search.hits(elsewhere: [
            ("!a:x", .said("$1", "tea", at: 1)), ("!a:x", .said("$0", "old tea", at: 0)),
            ("!a:x", .said("$0", "old tea", at: 0)),
        ])
        #expect(found.map(\.message.eventID) == ["$0"] && found.allSatisfy(\.isElsewhere))
        #expect(found.first?.senderName == "Bo")
    }

    @Test func ignoredUsersAreHiddenInServerResultsAndContext() async throws {
        let hers = Message.said("$2", "words of kim", by: "@kim:x", at: 2)
        try await say(.said("$1", "tea", at: 1), hers, .said("$3", "milk", at: 3))
        var slice = SyncSlice(changes: [])
        slice.ignoredUserIDs = ["@kim:x"]
        _ = try await database.sync.apply(slice)
        var query = SearchQuery()
        query.terms = [try #require(SearchTerm("milk", isPrefix: false))]
        while try await database.search.takeNext() != .nothing {}
        let hit = try #require(try await database.search.find(query, limit: 1).hits.first)
        #expect(try await database.search.around(hit, limit: 10).map(\.message.eventID) == ["$1", "$3"])
        let elsewhere = Message.said("$0", "older words of kim", by: "@kim:x", at: 0)
        #expect(try await database.search.hits(elsewhere: [("!a:x", elsewhere)]).isEmpty)
    }

    private static let scripts: [String: [String]] = [
        "Latin": ["gate", "gâté", "Gates", "garden", "naïve", "Straße", "ﬁne", "fine", "a1", "4711"],
        "Cyrillic": ["ворота", "Ёлка", "елка", "ВОРОТ"], "Arabic": ["مَرْحَبًا", "مرحبا", "سلام"],
        "Chinese": ["你好", "好", "你好吗", "花园"], "Thai": ["สวัสดี", "สวน", "ครับ"],
        "emoji": ["👍", "👍🏽", "👩‍👩‍👧", "❤️"], "others": ["かぎ", "カギ", "カキ", "열쇠", "열"],
    ]
    private static let words = scripts.sorted { $0.key < $1.key }.flatMap(\.value)

    /// Compares the index with a linear search of each message, in many scripts.
    @Test func indexFindsTheSameAsALinearSearch() async throws {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let words = Self.words
        var bodies: [String] = []
        for number in 0..<400 {
            let count = Int.random(in: 1...6, using: &random)
            let separator = [" ", ", ", "", "\n"].randomElement(using: &random) ?? " "
            let body = (0..<count).compactMap { _ in words.randomElement(using: &random) }.joined(separator: separator)
            bodies.append(body)
            try await say(.said("$\(number)", body, at: Int64(number)))
        }
        var found = 0
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 1...2, using: &random))
                .compactMap { _ in words.randomElement(using: &random) }.joined(separator: " ")
            let cut = Bool.random(using: &random) ? String(text.dropLast()) : text
            guard let term = SearchTerm(cut, isPrefix: Bool.random(using: &random)) else { continue }
            var query = SearchQuery()
            query.terms = [term]
            while try await database.search.takeNext() != .nothing {}
            let hits = try await database.search.find(query, limit: 1_000).hits.map(\.message.eventID)
            let plain = bodies.indices.reversed().filter { PlainLook(bodies[$0]).has(cut, asBeginning: term.isPrefix) }
            #expect(hits == plain.map { "$\($0)" }, "“\(cut)” \(term.isPrefix), seed \(seed)")
            found += hits.count
        }
        #expect(found > 200)
    }

    /// Combines words, prefixes, phrases, excluded words, people, chats, days and contents at random.
    @Test func combinedQueriesFindTheSameAsALinearSearch() async throws {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        var said: [(chatID: String, message: Message)] = []
        for number in 0..<600 {
            var body = (0..<Int.random(in: 1...4, using: &random))
                .compactMap { _ in Self.words.randomElement(using: &random) }.joined(separator: " ")
            if random.chance(in: 4) { body += " https://example.org" }
            let message = Message.said(
                "$\(number)", body, by: "@\(Int.random(in: 0...3, using: &random)):x",
                kind: [.text, .picture, .file, .video, .notice].randomElement(using: &random) ?? .text,
                at: Int64(number))
            said.append(("!\(Int.random(in: 0...3, using: &random)):x", message))
        }
        for (chatID, messages) in Dictionary(grouping: said, by: \.chatID) {
            try await say(messages.map(\.message), chatID: chatID)
        }
        while try await database.search.takeNext() != .nothing {}
        var found: [String: Int] = [:]
        for round in 0..<400 {
            // Each round uses one script, so that the words can match.
            let (script, words) = Self.scripts.sorted { $0.key < $1.key }[round % Self.scripts.count]
            let look = PlainQuery(words: words, random: &random)
            let query = try look.asked()
            let hits = try await database.search.find(query, limit: 1_000).hits.map(\.message.eventID)
            let plain = said.filter { look.finds($0.message, in: $0.chatID) }.map(\.message.eventID)
            #expect(hits == plain.reversed(), "\(look), seed \(seed)")
            // Paging returns the same hits.
            var (paged, next): ([String], Int64?) = ([], nil)
            repeat {
                let page = try await database.search.find(query, before: next, limit: 7)
                (paged, next) = (paged + page.hits.map(\.message.eventID), page.next)
            } while next != nil
            #expect(paged == hits, "\(look), seed \(seed)")
            found[script, default: 0] += hits.count
        }
        for script in Self.scripts.keys { #expect(found[script, default: 0] > 0, "\(script), seed \(seed)") }
    }
}

/// A random combination of search conditions, and a linear search that evaluates it message by message.
private struct PlainQuery {
    private var terms: [(text: String, isPrefix: Bool)] = []
    private var excluded: [(text: String, isPrefix: Bool)] = []
    private var query = SearchQuery()

    init(words: [String], random: inout SeededGenerator) {
        func text() -> (String, Bool) {
            let count = random.chance(in: 4) ? 2 : 1
            let words = (0..<count).compactMap { _ in words.randomElement(using: &random) }
            return (words.joined(separator: " "), random.chance(in: 2))
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) { terms.append(text()) }
        if random.chance(in: 3) { excluded.append(text()) }
        func two(_ sigil: String) -> Set<String> {
            Set((0..<2).map { _ in "\(sigil)\(Int.random(in: 0...4, using: &random)):x" })
        }
        if random.chance(in: 3) { query.senders = two("@") }
        if random.chance(in: 3) { query.chatIDs = two("!") }
        if random.chance(in: 4), let content = SearchQuery.Content.allCases.randomElement(using: &random) {
            query.contents = [content]
        }
        if random.chance(in: 3) { query.times = Int64.random(in: 0...300, using: &random)..<query.times.upperBound }
        if random.chance(in: 3) { query.times = query.times.lowerBound..<Int64.random(in: 300...700, using: &random) }
    }

    func asked() throws -> SearchQuery {
        var query = query
        query.terms = try terms.map { try #require(SearchTerm($0.text, isPrefix: $0.isPrefix)) }
        query.excluded = try excluded.map { try #require(SearchTerm($0.text, isPrefix: $0.isPrefix)) }
        return query
    }

    func finds(_ message: Message, in chatID: String) -> Bool {
        let look = PlainLook(message.body)
        let contents: Set<SearchQuery.Content> =
            switch message.kind {
            case .picture: [.picture, .file]
            case .file, .video: [.file]
            default: []
            }
        return terms.allSatisfy { look.has($0.text, asBeginning: Self.isBeginning($0)) }
            && !excluded.contains { look.has($0.text, asBeginning: Self.isBeginning($0)) }
            && query.senders?.contains(message.sender) ?? true && query.chatIDs?.contains(chatID) ?? true
            && query.contents.allSatisfy { contents.contains($0) || $0 == .link && message.body.contains("https://") }
            && query.times.contains(message.timestamp)
    }

    /// A single letter is not a prefix, and neither is a character that forms a token alone.
    private static func isBeginning(_ term: (text: String, isPrefix: Bool)) -> Bool {
        term.isPrefix && SearchTerm(term.text, isPrefix: true)?.isPrefix ?? false
    }
}

/// Searches a text letter by letter, without the tokens of the index.
private struct PlainLook {
    private let text: [String]

    init(_ text: String) {
        self.text = Self.parts(text)
    }

    func has(_ wanted: String, asBeginning: Bool) -> Bool {
        let wanted = Self.parts(wanted)
        guard !wanted.isEmpty, text.count >= wanted.count else { return false }
        return (0...text.count - wanted.count).contains { start in
            wanted.indices.allSatisfy { place in
                let isLast = place == wanted.count - 1
                let (have, want) = (text[start + place], wanted[place])
                return asBeginning && isLast
                    ? Array(have.unicodeScalars).starts(with: Array(want.unicodeScalars)) : have == want
            }
        }
    }

    /// Folds with ICU and applies one rule: letters form words, while East Asian characters and emoji stand alone.
    private static func parts(_ text: String) -> [String] {
        let folded = text.precomposedStringWithCompatibilityMapping
            .folding(options: [.caseInsensitive], locale: nil).decomposedStringWithCompatibilityMapping
        var parts: [String] = []
        var isOpen = false
        for scalar in folded.unicodeScalars {
            let value = scalar.value
            let isVowelMark = (0x300..<0x370).contains(value) || (0x64B..<0x660).contains(value)
            if isVowelMark || [0xFE0F, 0x200D].contains(value) { continue }
            let isMark = [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
            let isAlone =
                (0xE00..<0xE80).contains(value) || (0x3040..<0x3100).contains(value)
                || (0x4E00..<0xA000).contains(value) || value >= 0x1F000 || value == 0x2764
            if isMark, !parts.isEmpty {
                parts[parts.count - 1].unicodeScalars.append(scalar)
            } else if isAlone {
                parts.append(String(scalar))
                isOpen = false
            } else if CharacterSet.alphanumerics.contains(scalar) {
                if isOpen { parts[parts.count - 1].unicodeScalars.append(scalar) } else { parts.append(String(scalar)) }
                isOpen = true
            } else {
                isOpen = false
            }
        }
        return parts
    }
}

extension ProfileDatabase {
    fileprivate func search(_ messages: [Message], chatID: String) async throws {
        var change = ChatChange(chatID: chatID, membership: .joined)
        change.timeline = ChatChange.Timeline(messages: messages, isLimited: false, previousBatch: nil)
        _ = try await sync.apply(SyncSlice(changes: [change], token: nil))
    }
}

extension Message {
    fileprivate static func said(
        _ eventID: String, _ body: String, by sender: String = "@bo:x", kind: Kind = .text, at timestamp: Int64
    ) -> Message {
        Message(
            eventID: eventID, sender: sender, timestamp: timestamp, kind: kind, body: body, detail: nil,
            isRemoved: false, transactionID: nil, source: "{}")
    }
}
