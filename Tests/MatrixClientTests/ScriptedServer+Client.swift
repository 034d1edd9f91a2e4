import MatrixAPI

@testable import MatrixClient

extension ScriptedServer {
    /// A client with the token `secret`, for as long as the body runs.
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

    /// How a plain request fails here; `nil`: it doesn't.
    func failure() async -> MatrixClientError? {
        do throws(MatrixClientError) {
            try await withClient { client throws(MatrixClientError) in _ = try await client.versions() }
            return nil
        } catch {
            return error
        }
    }

    /// Whether a plain request fails in such a way within many tries.
    func failure(_ isSuch: (MatrixClientError) -> Bool) async -> Bool {
        for _ in 0..<1000 {
            if let failure = await failure(), isSuch(failure) { return true }
        }
        return false
    }
}
