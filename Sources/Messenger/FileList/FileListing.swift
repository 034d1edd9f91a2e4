/// The contents of a directory.
package struct FileListing: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        let name: String
        let isDirectory: Bool
        /// The size in bytes.
        let size: Int64
        /// The time of the last change, in seconds since 1970.
        let changed: Int64
    }

    /// The path as typed, up to its last slash.
    let directory: String
    /// The entries, the most recently changed first.
    let entries: [Entry]
    /// The `errno` of the failed read; `nil` if there was no error.
    let problem: CInt?
}
