import Conversations
import MatrixAPI

/// What a membership event changed (client-server API, "m.room.member": the table of old and new membership).
enum MembershipDecoder {
    static func change(in event: MatrixEvent) -> MembershipChange? {
        guard let userID = event.stateKey else { return nil }
        let previous = event.unsigned?["prev_content"]
        let (name, former) = (event.content["displayname"]?.string, previous?["displayname"]?.string)
        let what = what(
            from: previous?["membership"]?.string ?? "leave", to: event.content["membership"]?.string ?? "leave",
            isOwn: event.sender == userID, isRenamed: former != name)
        // Who took a name off has none; others may be told of without theirs.
        return MembershipChange(userID: userID, displayName: what == .renamed ? name : name ?? former, what: what)
    }

    /// Why it came about, as who did it says, or what whoever is renamed was called before; empty where nobody says, or nothing
    /// became other.
    static func body(of event: MatrixEvent) -> String {
        switch change(in: event)?.what {
        case nil, .unchanged: ""
        case .renamed: event.unsigned?["prev_content"]?["displayname"]?.string ?? ""
        default: event.content["reason"]?.string ?? ""
        }
    }

    /// Whom a membership event is about, and how they stand to the chat after it.
    static func member(in event: MatrixEvent) -> ChatMember? {
        guard event.type == "m.room.member", let userID = event.stateKey,
            let membership = event.content["membership"]?.string
        else { return nil }
        var name = event.content["displayname"]?.string
        // Whoever bans or removes somebody need not repeat what they are called.
        if name == nil, membership == "ban" || membership == "leave" {
            name = event.unsigned?["prev_content"]?["displayname"]?.string
        }
        return ChatMember(userID: userID, displayName: VisibleName.first(name), membership: membership)
    }

    private static func what(
        from old: String, to new: String, isOwn: Bool, isRenamed: Bool
    ) -> MembershipChange.What {
        switch (old, new) {
        case ("join", "join"): isRenamed ? .renamed : .unchanged
        case (_, "join"): .joined
        case (_, "invite"): .invited
        case ("invite", "leave"): isOwn ? .declined : .removed
        case ("ban", "leave"): .unbanned
        case ("knock", "leave"): isOwn ? .withdrew : .refused
        case (_, "knock"): .knocked
        case (_, "leave"): isOwn ? .left : .removed
        case (_, "ban"): .banned
        default: .unchanged
        }
    }
}
