import MatrixAPI

@testable import MatrixClient

extension ScriptedServer {
    /// Runs the body with a client that has the token `secret`.
    func withClient(_ body: (HomeserverClient) async throws(MatrixClientError) -> Void) async throws(MatrixClientError)
    {
        let client = HomeserverClient(homeserver: .url(address), accessToken: "secret")
        do throws(MatrixClientError) {
            try await body(client)
        } catch {
            await client.shutdown()
            throw error
        }
        await client.shutdown()
    }

    /// Returns the failure of a plain request, or `nil` if it succeeds.
    func failure() async -> MatrixClientError? {
        do throws(MatrixClientError) {
            try await withClient { client throws(MatrixClientError) in _ = try await client.versions() }
            return nil
        } catch {
            return error
        }
    }

    /// Whether a plain request fails with a matching error within many attempts.
    func failure(_ isSuch: (MatrixClientError) -> Bool) async -> Bool {
        for _ in 0..<1000 {
            if let failure = await failure(), isSuch(failure) { return true }
        }
        return false
    }
}
