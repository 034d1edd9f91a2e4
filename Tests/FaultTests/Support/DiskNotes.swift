import Foundation

/// The events that a noting disk wrote down, in order. See `TestDisk.h`.
struct DiskNotes: CustomStringConvertible {
    enum Event: String {
        /// A synced file, and a synced directory.
        case file, directory
        /// A sync that was interrupted, and one that the disk doesn't do.
        case interrupted, refused
        /// A new path of a file or directory.
        case name
    }

    struct Entry {
        let event: Event
        let path: String
        /// The new path, of a `name`.
        let second: String
    }

    /// A file or directory that got a path.
    struct Name {
        /// The index among the entries.
        let place: Int
        let old: String
        let new: String
    }

    let entries: [Entry]

    init(at path: String) throws {
        entries = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 3, let event = Event(rawValue: String(fields[0])) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return Entry(event: event, path: String(fields[1]), second: String(fields[2]))
        }
    }

    func paths(of event: Event) -> [String] { entries.filter { $0.event == event }.map(\.path) }

    /// Without those in the cache, which may be lost.
    var names: [Name] {
        entries.indices.filter { entries[$0].event == .name }.map { place in
            Name(place: place, old: entries[place].path, new: entries[place].second)
        }.filter { !$0.new.contains("/cache/") }
    }

    /// The names of files and directories that were not synced before.
    var unsyncedNames: [Name] {
        names.filter { name in
            !entries[..<name.place].contains { [.file, .directory].contains($0.event) && $0.path == name.old }
        }
    }

    /// The names whose directory was not synced afterwards.
    var namesWithoutDirectory: [Name] {
        names.filter { name in
            let directory = (name.new as NSString).deletingLastPathComponent
            return !entries[name.place...].contains { $0.event == .directory && $0.path == directory }
        }
    }

    var description: String {
        entries.map { "\($0.event.rawValue) \($0.path) \($0.second)" }.joined(separator: "\n")
    }
}
