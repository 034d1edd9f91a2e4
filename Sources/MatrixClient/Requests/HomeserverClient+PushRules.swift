import MatrixAPI

/// Client-server API, "Push Rules: API".
extension HomeserverClient {
    /// A rule that lets nothing of a room notify, whatever it is.
    package func silence(roomID: String) async throws(MatrixClientError) {
        let condition: JSONValue = ["kind": "event_match", "key": "room_id", "pattern": .string(roomID)]
        try await setPushRule("override", roomID, ["conditions": [condition], "actions": []])
    }

    /// A rule that lets nothing of a room notify but what more important rules say, such as those of mentions.
    package func silenceAllButMentions(roomID: String) async throws(MatrixClientError) {
        try await setPushRule("room", roomID, ["actions": []])
    }

    package func endSilence(roomID: String) async throws(MatrixClientError) {
        try await removePushRule("override", roomID)
    }

    package func endSilenceAllButMentions(roomID: String) async throws(MatrixClientError) {
        try await removePushRule("room", roomID)
    }

    /// A rule that was switched off stays so when it is set, so that it is switched on too.
    private func setPushRule(_ kind: String, _ rule: String, _ body: JSONValue) async throws(MatrixClientError) {
        _ = try await perform(MatrixRequest(.put, "v3", "pushrules", "global", kind, rule, body: body))
        _ = try await perform(
            MatrixRequest(.put, "v3", "pushrules", "global", kind, rule, "enabled", body: ["enabled": true]))
    }

    /// One that is not there is as good as removed.
    private func removePushRule(_ kind: String, _ rule: String) async throws(MatrixClientError) {
        do {
            _ = try await perform(MatrixRequest(.delete, "v3", "pushrules", "global", kind, rule))
        } catch .matrix(let error, _, _) where error.code == .notFound {
            return
        }
    }
}
