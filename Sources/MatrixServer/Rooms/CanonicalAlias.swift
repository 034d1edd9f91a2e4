import GRDB
import HTTPTypes
import MatrixAPI

/// The aliases in a room's canonical alias event (client-server API, `m.room.canonical_alias`).
struct CanonicalAlias {
    static let type = "m.room.canonical_alias"

    /// The maximum number of alternative aliases in an event: each is looked up.
    private static let maxOthers = 100

    /// The alias that is shown.
    private let main: String?
    private let others: [String]

    init(_ content: JSONValue?) throws {
        guard let aliases = CanonicalAlias.strings(content?["alt_aliases"]), let main = CanonicalAlias.string(content)
        else { throw EndpointError.invalid("alias and alt_aliases hold room aliases") }
        self.main = main.isEmpty ? nil : main
        others = aliases
    }

    private var all: [String] { others + [main].compactMap(\.self) }

    /// Checks that the aliases which an event adds lead to the room. Otherwise a user of an alias could end up in a
    /// different room.
    static func check(_ draft: EventDraft, in room: String, _ database: Database) throws {
        guard draft.type == type, draft.stateKey == "" else { return }
        let new = try CanonicalAlias(draft.content)
        guard new.all.allSatisfy({ RoomAlias($0) != nil }) else { throw EndpointError.invalid("That is no room alias") }
        guard new.others.count <= maxOthers else { throw EndpointError.tooLarge("There are too many aliases") }
        let before = try? CanonicalAlias(StateTable(database).current(type, in: room)?.content)
        let known = Set(before?.all ?? [])
        for alias in new.all where !known.contains(alias) {
            guard try AliasesTable(database).alias(alias)?.room == room else {
                throw EndpointError(.badRequest, .badAlias, "\(alias) does not lead to this room")
            }
        }
    }

    /// - Returns: The content without the alias; `nil` if it doesn't contain the alias.
    static func content(_ content: JSONValue, without alias: String) -> JSONValue? {
        guard let old = try? CanonicalAlias(content), old.all.contains(alias) else { return nil }
        var content = content
        if old.main == alias { content["alias"] = nil }
        if content["alt_aliases"] != nil {
            content["alt_aliases"] = .array(old.others.filter { $0 != alias }.map(JSONValue.string))
        }
        return content
    }

    /// - Returns: An empty string if there is none, `nil` if it is no text.
    private static func string(_ content: JSONValue?) -> String? {
        guard let value = content?["alias"], value != .null else { return "" }
        return value.string
    }

    private static func strings(_ value: JSONValue?) -> [String]? {
        guard let value, value != .null else { return [] }
        guard let members = value.array else { return nil }
        let strings = members.compactMap(\.string)
        return strings.count == members.count ? strings : nil
    }
}
