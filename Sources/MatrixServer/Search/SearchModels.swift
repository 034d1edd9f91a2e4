import MatrixAPI
import SearchWords

/// An event found in the word index.
struct FoundWords: Sendable {
    static let maxCharacters = 4096

    let stream: Int64
    let room: String
    let sender: String
    /// The first words of the text as in the index; `nil` if they weren't requested.
    let words: String?
}

/// The position at which a search continues, as its `next_batch`.
struct SearchCursor: Sendable {
    /// The position before which events are still to be shown.
    var before: Int64
    /// The number of results before that position that were shown already. It is used if results are not ordered by
    /// position.
    var offset = 0
    /// The number of results at the start of the search.
    var count: Int
    /// The room or sender of the group that the search is limited to; empty if it continues with all.
    var group = ""

    init(before: Int64, offset: Int = 0, count: Int, group: String = "") {
        self.before = before
        self.offset = offset
        self.count = count
        self.group = group
    }

    init?(_ text: String) {
        let parts = text.split(separator: "_", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].first == "f", let before = Int64(parts[0].dropFirst()),
            let offset = Int(parts[1]), let count = Int(parts[2]), before >= 0,
            (0...OutsideNumber.largestOffset).contains(offset), (0...OutsideNumber.largestOffset).contains(count)
        else { return nil }
        self.init(before: before, offset: offset, count: count, group: String(parts[3]))
    }

    var text: String { "f\(before)_\(offset)_\(count)_\(group)" }
}

/// The searched part of events (client-server API, "Server Side Search", `keys`).
enum SearchedKey: String, Sendable, CaseIterable {
    case body = "content.body"
    case name = "content.name"
    case topic = "content.topic"

    /// Its token in the index.
    var facet: String {
        switch self {
        case .body: "kb"
        case .name: "kn"
        case .topic: "kt"
        }
    }

    /// - Returns: `nil` if events of this type aren't searched.
    init?(type: String) {
        switch type {
        case "m.room.message": self = .body
        case "m.room.name": self = .name
        case "m.room.topic": self = .topic
        default: return nil
        }
    }

    /// Returns the searched text of an event; `nil` if it has none.
    func text(of content: JSONValue) -> String? {
        switch self {
        case .body: content["body"]?.string
        case .name: content["name"]?.string
        case .topic: content["topic"]?.string
        }
    }
}

/// A query of the word index.
struct WordQuery: Sendable {
    /// The terms, all of which have to match.
    let terms: [SearchTerm]
    let keys: [SearchedKey]
    /// The rooms that are searched.
    let rooms: Set<String>
    /// The senders whose events are searched; `nil` stands for all.
    let senders: Set<String>?
    /// The position before which events are searched.
    let before: Int64
    let limit: Int
    /// Whether ``FoundWords/words`` are requested.
    let wantsWords: Bool
}
