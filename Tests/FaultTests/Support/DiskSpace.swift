import Foundation
import TestSupport

/// How much a running process may write to files, as if its disk were full. The program must have been started by
/// ``wrapper``, or the signal that comes with the error ends it.
enum DiskSpace {
    static let wrapper = ["/bin/sh", "-c", "trap '' XFSZ; exec \"$0\""]

    /// No file grows beyond what the person's database has now; what a frame is rendered to is smaller.
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
