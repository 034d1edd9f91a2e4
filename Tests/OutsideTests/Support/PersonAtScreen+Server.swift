import MatrixAPI
import MatrixClient
import TestSupport
import Testing

/// Queries of a user's data on a homeserver. They bypass the program and use its token, so that no further device is
/// created.
extension PersonAtScreen {
    func ask<Value: Sendable>(
        _ home: any Home, _ body: (HomeserverClient) async throws -> Value
    ) async throws -> Value {
        let token = try KeptTokens.read(home: self.home.path, profile: "\(name)@localhost").accessToken
        let client = HomeserverClient(homeserver: .url(home.address), accessToken: token)
        do {
            let value = try await body(client)
            await client.shutdown()
            return value
        } catch {
            await client.shutdown()
            throw error
        }
    }

    /// Returns the events of a room on the homeserver, oldest first.
    func events(of roomID: String, at home: any Home) async throws -> [MatrixEvent] {
        try await ask(home) { client in
            var newestFirst: [MatrixEvent] = []
            var token: String?
            repeat {
                let page = try await client.messages(roomID: roomID, from: token, limit: 100)
                newestFirst += page.chunk
                token = page.chunk.isEmpty ? nil : page.end
            } while token != nil
            return newestFirst.reversed()
        }
    }

    /// Expects this number of encrypted events on the homeserver, and none of these texts. The texts contain a
    /// space, which ciphertext never does.
    func expectSealed(
        _ count: Int, without words: [String], in roomID: String, at home: any Home,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let events = try await events(of: roomID, at: home)
        #expect(events.count { $0.type == "m.room.encrypted" } == count, sourceLocation: sourceLocation)
        #expect(!events.contains { $0.type == "m.room.message" }, sourceLocation: sourceLocation)
        let texts = events.map(\.source.serializedText)
        for word in words {
            #expect(!texts.contains { $0.contains(word) }, "“\(word)” in clear", sourceLocation: sourceLocation)
        }
    }
}
