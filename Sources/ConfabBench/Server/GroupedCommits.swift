import Foundation
import GRDB
import TestSupport

/// The maximum rate of a disk for callers who share its commits. Each caller waits for the commit that its row is
/// in, and then adds another row. All waiting rows are in the next commit, so that each commit has a row of every
/// caller.
struct GroupedCommits {
    static let rate = "grouped commits of the disk"
    static let work = "grouped commits of the disk: CPU each"

    let callers: Int
    let seconds: Int

    /// Runs a round.
    func figures() throws -> [Figure] {
        let place = try Sandbox()
        defer { withExtendedLifetime(place) {} }
        let pool = try DatabasePool(path: place.path + "/grouped.sqlite")
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.write { try $0.execute(sql: "CREATE TABLE event (id INTEGER PRIMARY KEY, body TEXT NOT NULL)") }
        // The size is about that of an event as JSON.
        let row = String(repeating: "x", count: 400)
        let used = ProcessReading.processorTime(of: getpid())
        let began = ContinuousClock.now
        var count = 0.0
        while ContinuousClock.now - began < .seconds(seconds) {
            try pool.write { db in
                let statement = try db.cachedStatement(sql: "INSERT INTO event (body) VALUES (?)")
                for _ in 0..<callers { try statement.execute(arguments: [row]) }
            }
            count += Double(callers)
        }
        let time = (ContinuousClock.now - began) / .seconds(1)
        let work = ProcessReading.processorTime(of: getpid()) - used
        try pool.close()
        return [
            Figure(
                name: Self.rate, size: SendMeasurement.size(callers), program: "sqlite", unit: .perSecond,
                samples: [count / time]),
            Figure(
                name: Self.work, size: SendMeasurement.size(callers), program: "sqlite", unit: .milliseconds,
                samples: [work / count]),
        ]
    }
}
