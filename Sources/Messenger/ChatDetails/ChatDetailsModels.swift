package import Engine
package import MatrixAPI
package import ViewModels

/// The join rule, history visibility and addresses of a chat, as its state has them.
package struct ChatAccess: Hashable, Sendable {
    /// The join rule; `nil` if Confab doesn't know it.
    package var joinRule: JoinRule?
    package var historyVisibility: HistoryReaders?
    /// The aliases, the canonical one first.
    package var aliases: [String]
    /// Whether the room directory of the account's server lists the chat; `nil` until it is known. No state event
    /// contains this.
    package var isListed: Bool?

    /// - Parameter state: all state events of the chat.
    package init(state: [MatrixEvent]) {
        func content(_ type: String) -> JSONValue? { state.last { $0.type == type && $0.stateKey == "" }?.content }
        // The defaults for a missing event (client-server API, both events).
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

/// A change to a chat other than its name or topic.
package enum ChatDetailsChange: Hashable, Sendable {
    case member(MemberChange)
    /// Turns on encryption, which can't be undone.
    case encryption
    case joinRule(JoinRule)
    case historyVisibility(HistoryReaders)
    /// Whether the room directory of the account's server lists the chat.
    case listing(Bool)
    /// Adds an alias or removes it.
    case address(String, isThere: Bool)
}

/// The text fields of the chat details.
package enum ChatDetailsField: Hashable, Sendable {
    case name, topic
}

/// The reason that a request was not sent or was refused.
package enum ChatDetailsFailureReason: Hashable, Sendable {
    case failed(FailureReason)

    package var text: String {
        switch self {
        case .failed(let reason): reason.text
        }
    }
}

/// The people who may read earlier messages (client-server API, "Room History Visibility").
package enum HistoryReaders: String, CaseIterable, Hashable, Sendable {
    case worldReadable = "world_readable"
    case shared
    case invited
    case joined

    package var title: DisplayText {
        switch self {
        case .worldReadable: .words("chat-details.anybody-reads")
        case .shared: .words("chat-details.members-read-all")
        case .invited: .words("chat-details.members-read-since-invited")
        case .joined: .words("chat-details.members-read-since-joined")
        }
    }
}

/// The rule for joining a chat (client-server API, "m.room.join_rules").
package enum JoinRule: String, CaseIterable, Hashable, Sendable {
    /// Anybody may join.
    case open = "public"
    case knock
    case invite
    /// Members of other rooms may join, which a space sets up.
    case restricted
    case knockRestricted = "knock_restricted"
    case `private`

    /// The rules that the user may choose. Rules that depend on spaces are set in the space.
    package static let choices: [JoinRule] = [.open, .knock, .invite]

    package var title: DisplayText {
        switch self {
        case .open: .words("chat-details.anybody-joins")
        case .knock: .words("chat-details.who-asks-joins")
        case .invite: .words("chat-details.who-is-invited-joins")
        case .restricted: .words("chat-details.who-is-in-a-space-joins")
        case .knockRestricted: .words("chat-details.who-is-in-a-space-or-asks-joins")
        case .private: .words("chat-details.nobody-joins")
        }
    }
}
