import Foundation

/// The files of a directory among which one is looked for.
@MainActor
final class FileListModel {
    private(set) var text = ""
    /// What the field says when the list opens.
    private(set) var beginning = "~/"
    /// What is known of the directory that is named; `nil` until the disk answers.
    private(set) var listing: FileListing?
    /// What the field is made to say, with a number that rises each time.
    private(set) var imposed = (number: 0, text: "")

    /// The directory that is named by what is typed.
    var directory: String { Self.directory(of: text) }

    /// What is typed behind it.
    var term: String { Self.term(of: text) }

    /// What is looked at: what begins with a dot only where that is typed.
    var entries: [FileListing.Entry] {
        let known = listing.flatMap { $0.directory == directory ? $0.entries : nil } ?? []
        return known.filter { $0.name.first != "." || term.first == "." }
    }

    func begin() {
        text = beginning
        listing = nil
    }

    /// - Returns: whether it names another directory.
    func type(_ text: String) -> Bool {
        let before = directory
        self.text = text
        return directory != before
    }

    func impose(_ text: String) -> Bool {
        imposed = (imposed.number + 1, text)
        return type(text)
    }

    func take(_ listing: FileListing) {
        if listing.directory == directory { self.listing = listing }
    }

    /// The next time begins here.
    func remember() { beginning = directory }

    /// What is typed, with all that those have in common that begin so; `nil` where that is no more.
    var completion: String? {
        let names = entries.filter { $0.name.lowercased().hasPrefix(term.lowercased()) }
        guard let first = names.first else { return nil }
        let common = names.dropFirst().reduce(first.name) { common, entry in
            String(zip(common, entry.name).prefix { $0.0.lowercased() == $0.1.lowercased() }.map(\.0))
        }
        let whole = directory + common + (names.count == 1 && first.isDirectory ? "/" : "")
        return whole == text || common.count < term.count ? nil : whole
    }

    /// What stands alone is meant at home.
    nonisolated static func rooted(_ path: String) -> String {
        "/~".contains(path.first ?? " ") ? path : "~/" + path
    }

    static func directory(of text: String) -> String {
        guard let slash = text.lastIndex(of: "/") else { return text.first == "~" ? "~/" : "" }
        return String(text[...slash])
    }

    static func term(of text: String) -> String {
        guard let slash = text.lastIndex(of: "/") else { return text.first == "~" ? "" : text }
        return String(text[text.index(after: slash)...])
    }
}
