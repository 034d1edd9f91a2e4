import MatrixAPI

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
