package import Conversations
package import MatrixAPI

/// Decodes membership changes (client-server API, "m.room.member": the table of old and new membership).
package enum MembershipDecoder {
    static func change(in event: MatrixEvent) -> MembershipChange? {
        guard let userID = event.stateKey else { return nil }
        let previous = event.unsigned?["prev_content"]
        let (name, former) = (event.content["displayname"]?.string, previous?["displayname"]?.string)
        let what = what(
            from: previous?["membership"]?.string ?? "leave", to: event.content["membership"]?.string ?? "leave",
            isOwn: event.sender == userID, isRenamed: former != name)
        // A rename without a new name removes the name. Other changes may just leave the name out.
        return MembershipChange(userID: userID, displayName: what == .renamed ? name : name ?? former, what: what)
    }

    /// Returns the reason given for the change, or the former name after a rename. It is empty without
    /// a reason or a change.
    static func body(of event: MatrixEvent) -> String {
        switch change(in: event)?.what {
        case nil, .unchanged: ""
        case .renamed: event.unsigned?["prev_content"]?["displayname"]?.string ?? ""
        default: event.content["reason"]?.string ?? ""
        }
    }

    /// Returns the person in a membership event with the resulting membership.
    package static func member(in event: MatrixEvent) -> ChatMember? {
        guard event.type == "m.room.member", let userID = event.stateKey,
            let membership = event.content["membership"]?.string
        else { return nil }
        var name = event.content["displayname"]?.string
        // A ban or a removal may leave out the name of the person.
        if name == nil, membership == "ban" || membership == "leave" {
            name = event.unsigned?["prev_content"]?["displayname"]?.string
        }
        return ChatMember(userID: userID, displayName: VisibleName.first(name), membership: membership)
    }

    private static func what(
        from old: String, to new: String, isOwn: Bool, isRenamed: Bool
    ) -> MembershipChange.Kind {
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
