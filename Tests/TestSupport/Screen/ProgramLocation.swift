import Glibc
import Synchronization

/// The location of the built program: beside the tests, unless another was chosen.
package enum ProgramLocation {
    private static let chosen = Mutex<String?>(nil)

    package static var confab: String { chosen.withLock { $0 } ?? beside("confab") }

    /// Chooses the program at this path from now on.
    package static func choose(_ path: String) {
        chosen.withLock { $0 = path }
    }

    /// Returns the path of a product of this package by its name.
    package static func beside(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex) + "/" + name
    }
}
