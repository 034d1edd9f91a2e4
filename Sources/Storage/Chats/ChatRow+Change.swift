import Conversations

extension ChatRow {
    /// Takes over what a sync sets of the chat itself.
    mutating func set(_ change: ChatChange) {
        chat.membership = change.membership
        change.givenName.apply(to: &chat.givenName)
        change.canonicalAlias.apply(to: &chat.canonicalAlias)
        change.topic.apply(to: &chat.topic)
        change.isEncrypted.apply(to: &chat.isEncrypted)
        change.joinedCount.apply(to: &chat.joinedCount)
        change.invitedCount.apply(to: &chat.invitedCount)
        change.notificationCount.apply(to: &chat.notificationCount)
        change.highlightCount.apply(to: &chat.highlightCount)
        change.inviter.apply(to: &chat.inviter)
        change.isDirectInvitation.apply(to: &chat.isDirectInvitation)
        change.tags.apply(to: &chat.tags)
        change.isMarkedUnread.apply(to: &chat.isMarkedUnread)
        change.replacement.apply(to: &chat.replacement)
        change.predecessorID.apply(to: &chat.predecessorID)
        if case .set(let eventID) = change.fullyReadEventID { chat.fullyReadEventID = eventID }
        if change.membership == .invited {
            change.invitedAt.apply(to: &chat.lastActivity)
        } else {
            chat.inviter = nil
        }
    }
}

extension ChatChange.Setting {
    fileprivate func apply(to value: inout Value) {
        if case .set(let new) = self { value = new }
    }
}
