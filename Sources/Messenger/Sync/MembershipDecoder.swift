import Conversations
import MatrixAPI

/// What a membership event changed (client-server API, "m.room.member": the table of old and new membership).
enum MembershipDecoder {
    static func change(in event: MatrixEvent) -> MembershipChange? {
        guard let userID = event.stateKey else { return nil }
        let previous = event.unsigned?["prev_content"]
        let name = event.content["displayname"]?.string ?? previous?["displayname"]?.string
        return MembershipChange(
            userID: userID, displayName: name,
            what: what(
                from: previous?["membership"]?.string ?? "leave", to: event.content["membership"]?.string ?? "leave",
                isOwn: event.sender == userID,
                isRenamed: previous?["displayname"]?.string != event.content["displayname"]?.string))
    }

    /// Why it came about, as who did it says; empty where nobody says, or nothing became other.
    static func reason(of event: MatrixEvent) -> String {
        guard let change = change(in: event), change.what != .unchanged, change.what != .renamed else { return "" }
        return event.content["reason"]?.string ?? ""
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
        return ChatMember(userID: userID, displayName: name?.isEmpty == false ? name : nil, membership: membership)
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
