/// A room that the account is invited to (client-server API, "Syncing", `Invited Room`).
package struct InvitedRoom: Sendable {
    /// Stripped state: without event identifiers, and only from the inviting server.
    package let state: [MatrixEvent]

    package init(json: JSONValue) {
        state = MatrixEvent.list(json["invite_state"]?["events"])
    }
}
