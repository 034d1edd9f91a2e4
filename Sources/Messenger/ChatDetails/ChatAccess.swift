package import MatrixAPI

/// The join rule, history visibility and addresses of a chat, as its state has them.
package struct ChatAccess: Hashable, Sendable {
    /// The join rule; `nil` if Confab doesn't know it.
    package var joinRule: JoinRule?
    package var historyVisibility: HistoryReaders?
    /// The aliases, the canonical one first.
    package var aliases: [String]
    /// Whether the own server's room directory lists the chat, which no state event says; `nil` until it is
    /// known.
    package var isListed: Bool?

    /// - Parameter state: all state events of the chat.
    package init(state: [MatrixEvent]) {
        func content(_ type: String) -> JSONValue? { state.last { $0.type == type && $0.stateKey == "" }?.content }
        // The defaults if the state has neither event (client-server API, both events).
        joinRule =
            content("m.room.join_rules").map { $0["join_rule"]?.string.flatMap(JoinRule.init(rawValue:)) } ?? .invite
        historyVisibility =
            content("m.room.history_visibility").map {
                $0["history_visibility"]?.string.flatMap(HistoryReaders.init(rawValue:))
            } ?? .shared
        let names = content("m.room.canonical_alias")
        let all = [names?["alias"]?.identifier].compactMap(\.self) + (names?["alt_aliases"]?.identifiers ?? [])
        aliases = all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
