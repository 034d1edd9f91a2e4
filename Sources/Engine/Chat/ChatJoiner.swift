import MatrixAPI
package import MatrixClient

/// Joins chats by their address, and finds out why a join failed.
package struct ChatJoiner: Sendable {
    private let client: HomeserverClient

    package init(_ client: HomeserverClient) { self.client = client }

    /// - Parameter reason: the reason that the chat's members can read.
    /// - Returns: the chat's identifier.
    package func join(_ address: RoomAddress, reason: String? = nil) async throws(JoinError) -> String {
        do throws(MatrixClientError) {
            return try await client.join(roomIDOrAlias: address.name, via: address.servers, reason: reason)
        } catch {
            throw await refusal(error, address)
        }
    }

    /// Asks the chat's members to be let in (knocks).
    ///
    /// - Parameter reason: the reason that they can read.
    package func knock(_ address: RoomAddress, reason: String? = nil) async throws(JoinError) {
        do throws(MatrixClientError) {
            try await client.knock(roomIDOrAlias: address.name, via: address.servers, reason: reason)
        } catch {
            throw .other(.server(error))
        }
    }

    private func refusal(_ error: MatrixClientError, _ address: RoomAddress) async -> JoinError {
        guard case .matrix(let answer, _, _) = error else { return .other(.server(error)) }
        if answer.code == .notFound { return .notFound }
        guard answer.code == .forbidden else { return .other(.server(error)) }
        // The summary shows whether an invitation would help. After a ban, for example, it would not, so the server's
        // message is shown.
        guard let summary = try? await client.summary(roomIDOrAlias: address.name, via: address.servers) else {
            return .other(.server(error))
        }
        if summary.takesKnocks { return .takesKnocks }
        return summary.joinRule == "invite" ? .needsInvitation : .other(.server(error))
    }
}

/// The reason why a join failed.
package enum JoinError: Error, Hashable, Sendable {
    case notFound
    /// Only invited people can join, according to the server.
    case needsInvitation
    /// The chat accepts knocks.
    case takesKnocks
    case other(FailureReason)
}
