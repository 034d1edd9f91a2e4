/// What a directory has.
package struct FileListing: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        let name: String
        let isDirectory: Bool
        /// In bytes.
        let size: Int64
        /// In seconds since 1970.
        let changed: Int64
    }

    /// As it was typed, up to its last slash.
    let directory: String
    /// What changed last comes first.
    let entries: [Entry]
    /// The system's number of what is wrong with it; `nil` where nothing is.
    let problem: CInt?
}
