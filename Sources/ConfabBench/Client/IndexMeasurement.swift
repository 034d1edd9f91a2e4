import Foundation
import GRDB
import TestSupport

/// The time to build the word index of all messages in the background, and the cost of a key meanwhile.
struct IndexMeasurement {
    static let time = "index of words made behind the screen"
    static let median = "key, index is made: p50"
    static let ninetyNinth = "key, index is made: p99"

    let accounts: [BenchAccount]
    /// The number of keys in a batch. Batches are repeated until the index is complete.
    let count: Int

    func figures() async throws -> [Figure] {
        var figures: [Figure] = []
        for account in accounts {
            let path = try account.databasePath + ".search"
            for suffix in ["", "-wal", "-shm", ".suspect"] {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
            let program = ScreenProgram.confab(account)
            let began = ContinuousClock.now
            let screen = try await program.openToUse()
            var readings: [Double] = []
            repeat { readings += try await KeyTimer(screen: screen, count: count).readings() } while !Self.isWhole(path)
            let time = (ContinuousClock.now - began).milliseconds
            try await program.close(screen)
            let percentiles = Percentiles(readings)
            for (name, value) in [
                (Self.time, time), (Self.median, percentiles.median), (Self.ninetyNinth, percentiles.ninetyNinth),
            ] {
                figures.append(Figure(name: name, size: account.size, unit: .milliseconds, samples: [value]))
            }
        }
        return figures
    }

    private static func isWhole(_ path: String) -> Bool {
        var configuration = Configuration()
        configuration.readonly = true
        guard FileManager.default.fileExists(atPath: path),
            let queue = try? DatabaseQueue(path: path, configuration: configuration),
            let isBegun = try? queue.read({ db in
                try Row.fetchOne(db, sql: "SELECT 1 FROM state WHERE name = 'next'") != nil
            })
        else { return false }
        return !isBegun
    }
}
