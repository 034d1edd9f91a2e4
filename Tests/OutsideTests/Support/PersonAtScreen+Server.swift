import MatrixAPI
import MatrixClient
import TestSupport
import Testing

/// What a homeserver has of somebody's, asked past the program and by its own token, so that no device comes of it.
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

    /// The events of a room that the homeserver shows, oldest first.
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

    /// The homeserver has so many encrypted events, and none of these words. They have a space each, which no ciphertext has.
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
