/// A room to which the account has knocked (client-server API, "Syncing", `Knocked Room`).
package struct KnockedRoom: Sendable {
    /// Stripped state: without event identifiers.
    package let state: [MatrixEvent]

    package init(json: JSONValue) {
        state = MatrixEvent.list(json["knock_state"]?["events"])
    }
}
