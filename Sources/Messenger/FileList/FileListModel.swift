import Engine

/// Events of the picker for a file to send.
package enum FileListEvent: RoutedEvent {
    case opened
    /// - Parameter isImposed: whether the program sets the text, so that the field has to be updated.
    case typing(String, isImposed: Bool = false)
    /// Completes the typed path with the common prefix of the matching entries.
    case completed
    case listed(FileListing)
    /// The user chose a file. The path is written as it would be typed.
    case chosen(String)
}

/// The state of the file picker: the typed path and the listing of its directory.
package struct FileListModel {
    private(set) var text = ""
    /// The text of the field when the picker opens.
    package private(set) var beginning = "~/"
    /// The listing of the typed directory; `nil` until the disk answers.
    package private(set) var listing: FileListing?
    /// The text that the program sets in the field, with a number that rises each time.
    package private(set) var imposed = (number: 0, text: "")

    /// The directory part of the typed path.
    package var directory: String { Self.directory(of: text) }

    /// The part of the typed path after its directory.
    var term: String { Self.term(of: text) }

    /// The entries to show. Entries that begin with a dot appear only if the term begins with a dot.
    package var entries: [FileListing.Entry] {
        let known = listing.flatMap { $0.directory == directory ? $0.entries : nil } ?? []
        return known.filter { $0.name.first != "." || term.first == "." }
    }

    mutating func begin() {
        text = beginning
        listing = nil
    }

    /// - Returns: whether the text names another directory than before.
    mutating func type(_ text: String) -> Bool {
        let before = directory
        self.text = text
        return directory != before
    }

    mutating func impose(_ text: String) -> Bool {
        imposed = (imposed.number + 1, text)
        return type(text)
    }

    mutating func apply(_ listing: FileListing) {
        if listing.directory == directory { self.listing = listing }
    }

    /// Makes the current directory the initial one for the next time that the picker opens.
    mutating func remember() { beginning = directory }

    /// The typed path, extended by the common prefix of the matching entries; `nil` if that adds nothing.
    var completion: String? {
        let names = entries.filter { $0.name.lowercased().hasPrefix(term.lowercased()) }
        guard let first = names.first else { return nil }
        let common = names.dropFirst().reduce(first.name) { common, entry in
            String(zip(common, entry.name).prefix { $0.0.lowercased() == $0.1.lowercased() }.map(\.0))
        }
        let whole = directory + common + (names.count == 1 && first.isDirectory ? "/" : "")
        return whole == text || common.count < term.count ? nil : whole
    }

    /// Resolves a relative path against the home directory.
    package static func rooted(_ path: String) -> String {
        "/~".contains(path.first ?? " ") ? path : "~/" + path
    }

    static func directory(of text: String) -> String {
        guard let slash = text.lastIndex(of: "/") else { return text.first == "~" ? "~/" : "" }
        return String(text[...slash])
    }

    package static func term(of text: String) -> String {
        guard let slash = text.lastIndex(of: "/") else { return text.first == "~" ? "" : text }
        return String(text[text.index(after: slash)...])
    }
}

/// The contents of a directory.
package struct FileListing: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let name: String
        package let isDirectory: Bool
        /// The size in bytes.
        package let size: Int64
        /// The time of the last change, in seconds since 1970.
        package let changed: Int64
    }

    /// The path as typed, up to its last slash.
    package let directory: String
    /// The entries, the most recently changed first.
    let entries: [Entry]
    /// The `errno` of the failed read; `nil` if there was no error.
    package let problem: CInt?
}
