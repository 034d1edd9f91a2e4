import Foundation
import TestSupport

/// Limits the size of the files that a running process may write, to simulate a full disk. The program must be
/// started with ``wrapper``, or else the signal that comes with the error ends it.
enum DiskSpace {
    static let wrapper = ["/bin/sh", "-c", "trap '' XFSZ; exec \"$0\""]

    /// Limits files to the current size of the person's database journal. A rendered frame is smaller.
    static func end(for person: Person) async throws {
        let journal = person.database + "-wal"
        let size = try FileManager.default.attributesOfItem(atPath: journal)[.size] as? Int ?? 0
        try await set(String(size), for: person.screen)
    }

    static func comeBack(for person: Person) async throws {
        try await set("unlimited", for: person.screen)
    }

    private static func set(_ limit: String, for process: ScreenDriver) async throws {
        try await ResourceLimit.set("fsize", to: "\(limit):unlimited", of: process.processIdentifier)
    }
}
