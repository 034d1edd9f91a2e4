import MatrixAPI

/// What of events is searched (client-server API, "Server Side Search", `keys`).
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

    /// - Returns: `nil` where events of this type aren't searched.
    init?(type: String) {
        switch type {
        case "m.room.message": self = .body
        case "m.room.name": self = .name
        case "m.room.topic": self = .topic
        default: return nil
        }
    }

    /// What an event of its type says; `nil` where it says nothing.
    func text(of content: JSONValue) -> String? {
        switch self {
        case .body: content["body"]?.string
        case .name: content["name"]?.string
        case .topic: content["topic"]?.string
        }
    }
}
