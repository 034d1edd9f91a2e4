/// A room that the account asked to be let into (client-server API, "Syncing", `Knocked Room`).
package struct KnockedRoom: Sendable {
    /// Stripped: without event identifiers.
    package let state: [MatrixEvent]

    package init(json: JSONValue) {
        state = MatrixEvent.list(json["knock_state"]?["events"])
    }
}
