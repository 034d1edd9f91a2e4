import Conversations
import Glibc
import MatrixAPI
import SearchWords
import Storage
import Synchronization

/// The time to build the word index of all messages, and the time to answer a search.
struct SearchMeasurement {
    static let index = "index of words made"
    static let work = "index of words made: CPU"
    static let queries = [
        "a word", "two letters", "a phrase", "two words", "a word of a third", "its beginning", "one person's",
    ]
    static let most = 20.0
    private static let limit = 50
    private static let asked = 20

    let accounts: [BenchAccount]
    let rounds: Int

    static func name(_ query: String, whileApplying: Bool = false) -> String {
        "first \(limit) found\(whileApplying ? ", sync arrives" : ""): \(query)"
    }

    func figures() async throws -> [Figure] {
        var report = FigureReport()
        for account in accounts {
            let database = try ProfileDatabase(path: try account.databasePath)
            defer { database.close() }
            try await database.search.forget()
            let (began, before) = (ContinuousClock.now, ProcessReading.processorTime(of: getpid()))
            while try await database.search.takeNext() != .nothing {}
            let time = (ContinuousClock.now - began).milliseconds
            let work = ProcessReading.processorTime(of: getpid()) - before
            report.add([
                Figure(name: Self.index, size: account.size, unit: .milliseconds, samples: [time]),
                Figure(name: Self.work, size: account.size, unit: .milliseconds, samples: [work]),
            ])
            for _ in 0..<rounds {
                report.add(
                    round: try await zip(Self.queries, Self.looks()).asyncMap { name, query in
                        Figure(
                            name: Self.name(name), size: account.size, unit: .milliseconds,
                            samples: try await self.times(query, database.search))
                    })
                report.add(round: try await whileApplying(to: database, account))
            }
        }
        return report.figures
    }

    /// Measures the same while a sync arrives and its messages are indexed.
    private func whileApplying(to database: ProfileDatabase, _ account: BenchAccount) async throws -> [Figure] {
        let keeping = Task { await database.search.indexContinuously {} }
        defer { keeping.cancel() }
        var times: [String: [Double]] = [:]
        // These rooms are not used by any other measurement.
        for round in 100..<103 {
            let body = ApplyMeasurement.response(of: round).serialized
            let applying = Task { try await ApplyMeasurement.apply(body, to: database) }
            let isDone = Atomic(false)
            let watching = Task {
                _ = await applying.result
                isDone.store(true, ordering: .relaxed)
            }
            repeat {
                for (name, query) in zip(Self.queries, Self.looks()) {
                    let began = ContinuousClock.now
                    _ = try await database.search.find(query, limit: Self.limit)
                    times[name, default: []].append((ContinuousClock.now - began).milliseconds)
                }
            } while !isDone.load(ordering: .relaxed)
            await watching.value
        }
        return Self.queries.map { name in
            Figure(
                name: Self.name(name, whileApplying: true), size: account.size, unit: .milliseconds,
                samples: times[name] ?? [])
        }
    }

    private func times(_ query: SearchQuery, _ index: SearchIndex) async throws -> [Double] {
        var times: [Double] = []
        for _ in 0..<Self.asked {
            let began = ContinuousClock.now
            let page = try await index.find(query, limit: Self.limit)
            times.append((ContinuousClock.now - began).milliseconds)
            guard !page.hits.isEmpty else { throw BenchError.nothingFound }
        }
        return times
    }

    private static func looks() -> [SearchQuery] {
        let words: [[(String, Bool)]] = [
            [("tomorrow", false)], [("gr", true)], [("release again", false)], [("release", false), ("ship", false)],
            [(ProfileFiller.frequentWord, false)], [(ProfileFiller.frequentWord, true)],
        ]
        var looks = words.map { words in
            var query = SearchQuery()
            query.terms = words.compactMap { SearchTerm($0.0, isPrefix: $0.1) }
            return query
        }
        var ofPerson = SearchQuery()
        ofPerson.terms = ["build"].compactMap { SearchTerm($0, isPrefix: false) }
        ofPerson.senders = ["@p3:bench.example"]
        looks.append(ofPerson)
        return looks
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
