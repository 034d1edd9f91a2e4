import MatrixAPI
package import MatrixClient

/// Comes into chats by their address, and finds out why not.
package struct ChatEntrance: Sendable {
    private let client: HomeserverClient

    package init(_ client: HomeserverClient) { self.client = client }

    /// - Parameter reason: what those in it read about why.
    /// - Returns: the chat's identifier.
    package func join(_ address: RoomAddress, reason: String? = nil) async throws(JoinRefusal) -> String {
        do throws(MatrixClientError) {
            return try await client.join(roomIDOrAlias: address.name, via: address.servers, reason: reason)
        } catch {
            throw await refusal(error, address)
        }
    }

    /// Asks those who are in it to be let in.
    ///
    /// - Parameter reason: what they read about why.
    package func knock(_ address: RoomAddress, reason: String? = nil) async throws(JoinRefusal) {
        do throws(MatrixClientError) {
            try await client.knock(roomIDOrAlias: address.name, via: address.servers, reason: reason)
        } catch {
            throw .other(.server(error))
        }
    }

    private func refusal(_ error: MatrixClientError, _ address: RoomAddress) async -> JoinRefusal {
        guard case .matrix(let answer, _, _) = error else { return .other(.server(error)) }
        if answer.code == .notFound { return .notFound }
        guard answer.code == .forbidden else { return .other(.server(error)) }
        // Who is banned, say, is told what the server says: an invitation would not help.
        guard let summary = try? await client.summary(roomIDOrAlias: address.name, via: address.servers) else {
            return .other(.server(error))
        }
        if summary.takesKnocks { return .takesKnocks }
        return summary.joinRule == "invite" ? .needsInvitation : .other(.server(error))
    }
}
