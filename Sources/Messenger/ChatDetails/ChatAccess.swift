package import MatrixAPI

/// Who may come into a chat and read it, and by which addresses it is found, as its state has that.
package struct ChatAccess: Hashable, Sendable {
    /// `nil` where it is one that Confab doesn't know.
    package var joinRule: JoinRule?
    package var historyVisibility: HistoryReaders?
    /// The canonical one first.
    package var aliases: [String]
    /// Whether the own server's list has it, which no state says; `nil` until it is known.
    package var isListed: Bool?

    /// - Parameter state: all of the chat's.
    package init(state: [MatrixEvent]) {
        func content(_ type: String) -> JSONValue? { state.last { $0.type == type && $0.stateKey == "" }?.content }
        // What stands where nothing is said (client-server API, both events).
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
