extension Homeserver {
    /// Composes an answer of sync. A first sync, or one with the whole state, waits for its turn.
    func compose(
        _ request: SyncRequest
    ) async throws -> (value: SyncAnswer, answer: ComposedAnswer) {
        let (typing, memory) = (typing, memory)
        return try await compose(
            for: request.caller.userID, isLong: request.isInitial || request.wantsFullState
        ) { database, text in
            try SyncComposer(database, request, typing: typing, memory: memory).compose(into: text)
        }
    }
}
