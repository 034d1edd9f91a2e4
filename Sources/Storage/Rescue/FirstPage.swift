import Foundation
import GRDB

/// The first page of a database file, with its header and the start of its list of tables. Without it nothing else
/// can be read, even if all other pages are intact. Most of the list of tables is on other pages.
enum FirstPage {
    private static let pageSize = 4_096

    /// Overwrites the first page of the file with a new one, which lists the tables whose entries are found.
    static func rebuild(in path: String, tables: [String]) throws {
        let url = URL(fileURLWithPath: path)
        let files = [path, path + "-wal"].compactMap { try? Data(contentsOf: URL(fileURLWithPath: $0)) }
        let entries = tables.compactMap { table in
            files.lazy.compactMap { Entry(of: table, in: $0) }.first
        }
        guard !entries.isEmpty else { throw StorageError.corrupt("no list of tables") }
        let page = try page(with: entries)
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        try file.write(contentsOf: page)
    }

    /// Creates the page with SQLite, in a temporary file.
    private static func page(with entries: [Entry]) throws -> Data {
        let path = NSTemporaryDirectory() + "confab-" + UUID().uuidString
        defer { unlink(path) }
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA page_size = \(pageSize)")
            for entry in entries { try db.execute(sql: entry.sql) }
            try db.execute(sql: "PRAGMA writable_schema = ON")
            for entry in entries {
                try db.execute(
                    sql: "UPDATE sqlite_master SET rootpage = ? WHERE type = 'table' AND name = ?",
                    arguments: .whole([entry.rootPage, entry.table]))
            }
        }
        try queue.close()
        var page = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(pageSize)
        // A list that needs more pages can't be written over the first page.
        guard page.count == pageSize, page[100] == 0x0D else { throw StorageError.corrupt("no first page") }
        // Sets WAL mode, because a write-ahead log exists beside the file (file format, 1.3.3). With a page count of
        // zero, the file's size determines the number of pages (1.3.7).
        page.replaceSubrange(18...19, with: [2, 2])
        page.replaceSubrange(28...31, with: [0, 0, 0, 0])
        return page
    }
}

extension FirstPage {
    /// An entry of the list of tables (file format, 2.6).
    private struct Entry {
        let table: String
        let rootPage: Int
        let sql: String

        init?(of table: String, in file: Data) {
            let words = Data("table\(table)\(table)".utf8)
            var found: Entry?
            var start = file.startIndex
            while let match = file.range(of: words, in: start..<file.endIndex) {
                start = match.upperBound
                let entry = Entry(table, at: match, in: file)
                // An overwritten entry is older and shorter.
                if let entry, entry.sql.utf8.count > found?.sql.utf8.count ?? 0 { found = entry }
            }
            guard let found else { return nil }
            self = found
        }

        /// - Parameter words: the range of the record's three texts. Its header is before them; the page number and
        ///   the statement follow.
        private init?(_ table: String, at words: Range<Int>, in file: Data) {
            let types = (6...9).lazy.compactMap { Self.types(headerSize: $0, before: words.lowerBound, in: file) }
                .first { $0[1] == 13 + 2 * table.utf8.count && $0[2] == $0[1] }
            guard let types else { return nil }
            let sqlStart = words.upperBound + types[3]
            let sqlEnd = sqlStart + (types[4] - 13) / 2
            guard sqlEnd <= file.endIndex else { return nil }
            self.table = table
            rootPage = file[words.upperBound..<sqlStart].reduce(0) { $0 << 8 | Int($1) }
            sql = String(decoding: file[sqlStart..<sqlEnd], as: UTF8.self)
            guard sql.hasPrefix("CREATE TABLE") else { return nil }
        }

        /// Returns the types of a record's five values (file format, 2.1): texts, the first with five letters, and a
        /// number.
        private static func types(headerSize: Int, before end: Int, in file: Data) -> [Int]? {
            let start = end - headerSize
            guard start >= file.startIndex, Int(file[start]) == headerSize else { return nil }
            let types = numbers(file[(start + 1)..<end])
            guard types.count == 5, types[0] == 23, (1...4).contains(types[3]), types[4] > 13 else { return nil }
            return types
        }

        /// Decodes numbers of seven bits per byte, the highest first.
        private static func numbers(_ bytes: Data) -> [Int] {
            var numbers: [Int] = []
            var number = 0
            for byte in bytes {
                number = number << 7 | Int(byte & 0x7F)
                if byte < 0x80 {
                    numbers.append(number)
                    number = 0
                }
            }
            return numbers
        }
    }
}
