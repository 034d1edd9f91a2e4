/// Who may call an endpoint.
enum Access: Sendable {
    case anyone
    /// Whoever has a valid token.
    case account
    /// The account that `{userID}` in the path names.
    case owner
    /// Somebody joined to `{roomID}`.
    case member
    /// Somebody who is or was joined to `{roomID}`, from whom everything after leaving stays hidden, or anybody where the room is world
    /// readable.
    case formerMember
    /// As ``formerMember``; to anybody else the room is not there, as an event that they may not see.
    case reader
    /// Whoever is allowed by the authorization rules of `{roomID}`, which the change checks in its own transaction.
    case byRoomRules
}
