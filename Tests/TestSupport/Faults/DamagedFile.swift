import Foundation

/// A database file, page by page, and the damage that a bad disk causes.
package struct DamagedFile: Sendable {
    package let path: String

    private static let pageSize = 4_096

    package init(path: String) {
        self.path = path
    }

    /// Returns the numbers of the pages, from 0, that contain a text.
    package func pages(containing text: String) throws -> [Int] {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let wanted = Data(text.utf8)
        return (0..<(bytes.count / Self.pageSize)).filter { page in
            bytes[(page * Self.pageSize)..<((page + 1) * Self.pageSize)].range(of: wanted) != nil
        }
    }

    package func overwrite(page: Int, with byte: UInt8) throws {
        try overwrite(bytes: (page * Self.pageSize)..<((page + 1) * Self.pageSize), with: byte)
    }

    package func overwrite(bytes range: Range<Int>, with byte: UInt8) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64(range.lowerBound))
        try file.write(contentsOf: Data(repeating: byte, count: range.count))
        try file.close()
    }

    /// Whether a file with this name exists beside it.
    package func exists(_ name: String) throws -> Bool {
        let directory = (path as NSString).deletingLastPathComponent
        return try FileManager.default.contentsOfDirectory(atPath: directory).contains(name)
    }
}
