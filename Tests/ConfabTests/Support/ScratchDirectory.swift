import Foundation

@testable import Confab

/// A directory that serves as a user's home, and is removed with its last reference.
final class ScratchDirectory: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "confab-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // If the removal fails, the system cleans up the directory.
        try? FileManager.default.removeItem(atPath: path)
    }

    var paths: ProgramPaths { ProgramPaths(environment: ["HOME": path]) }

    static func mode(of path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
}
