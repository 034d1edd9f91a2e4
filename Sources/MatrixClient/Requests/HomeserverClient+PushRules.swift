import MatrixAPI

/// Client-server API, "Push Rules: API".
extension HomeserverClient {
    /// Sets a rule that suppresses all notifications of a room.
    package func silence(roomID: String) async throws(MatrixClientError) {
        let condition: JSONValue = ["kind": "event_match", "key": "room_id", "pattern": .string(roomID)]
        try await setPushRule("override", roomID, ["conditions": [condition], "actions": []])
    }

    /// Sets a rule that suppresses the notifications of a room, except those of rules with higher
    /// priority, such as mentions.
    package func silenceAllButMentions(roomID: String) async throws(MatrixClientError) {
        try await setPushRule("room", roomID, ["actions": []])
    }

    package func endSilence(roomID: String) async throws(MatrixClientError) {
        try await removePushRule("override", roomID)
    }

    package func endSilenceAllButMentions(roomID: String) async throws(MatrixClientError) {
        try await removePushRule("room", roomID)
    }

    /// Sets a rule and enables it. A disabled rule would otherwise stay disabled.
    private func setPushRule(_ kind: String, _ rule: String, _ body: JSONValue) async throws(MatrixClientError) {
        _ = try await perform(MatrixRequest(.put, "v3", "pushrules", "global", kind, rule, body: body))
        _ = try await perform(
            MatrixRequest(.put, "v3", "pushrules", "global", kind, rule, "enabled", body: ["enabled": true]))
    }

    /// Removes a rule. It is no error if the rule doesn't exist.
    private func removePushRule(_ kind: String, _ rule: String) async throws(MatrixClientError) {
        do {
            _ = try await perform(MatrixRequest(.delete, "v3", "pushrules", "global", kind, rule))
        } catch .matrix(let error, _, _) where error.code == .notFound {
            return
        }
    }
}
