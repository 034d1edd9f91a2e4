/// A room as the next event in it is held against and builds on.
struct KnownRoom: Sendable {
    var tip: RoomTip
    /// The identifiers of the events that say so; `nil` where there is none yet.
    let creationID: String?
    let levelsID: String?
    let levels: PowerLevels
    /// Those that were asked about, people who were never in the room among them.
    var members: [String: KnownMember] = [:]
}
