/// The callers that an endpoint admits.
enum Access: Sendable {
    case anyone
    /// Any caller with a valid token.
    case account
    /// The account that `{userID}` in the path names.
    case owner
    /// A user joined to `{roomID}`.
    case member
    /// A user who is or was joined to `{roomID}`, or anybody if the room is world readable. Everything after
    /// leaving stays hidden.
    case formerMember
    /// As ``formerMember``. Anybody else gets the answer for a missing room, as for an event that they may not see.
    case reader
    /// Callers that the authorization rules of `{roomID}` allow. The change checks the rules in its own transaction.
    case byRoomRules
}
