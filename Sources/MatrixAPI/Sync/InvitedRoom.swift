/// A room that the account is invited to (client-server API, "Syncing", `Invited Room`).
package struct InvitedRoom: Sendable {
    /// Stripped: without event identifiers, and said by the inviting server alone.
    package let state: [MatrixEvent]

    package init(json: JSONValue) {
        state = MatrixEvent.list(json["invite_state"]?["events"])
    }
}
