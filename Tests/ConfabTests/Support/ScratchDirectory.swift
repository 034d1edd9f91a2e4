import Foundation

@testable import Confab

/// A directory that goes with its last owner, as a person's home.
final class ScratchDirectory: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "confab-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // What can't be removed is the system's to clean up.
        try? FileManager.default.removeItem(atPath: path)
    }

    var paths: ProgramPaths { ProgramPaths(environment: ["HOME": path]) }

    static func mode(of path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
}
