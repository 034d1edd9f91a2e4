/// The data about a room that is needed to check and append the next event.
struct KnownRoom: Sendable {
    var tip: RoomTip
    /// The identifiers of the corresponding events; `nil` if there is none yet.
    let creationID: String?
    let levelsID: String?
    let levels: PowerLevels
    /// The cached members, including users who were never in the room.
    var members: [String: KnownMember] = [:]
}
