import Engine
import MatrixAPI
package import MatrixClient

/// Requests the children of spaces from the homeserver.
@MainActor
final class SpaceEndpoint {
    private let parts: EndpointParts

    /// The most pages that are requested; a longer list isn't readable.
    private nonisolated static let maxPages = 10

    init(_ parts: EndpointParts) { self.parts = parts }

    /// Posts ``SpaceEvent/listed(spaceID:_:)`` or ``SpaceEvent/notListed(spaceID:_:isAsked:)``.
    func list(_ spaceID: String, isAsked: Bool) {
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                var rooms: [RoomPreview] = []
                var token: String?
                for _ in 0..<SpaceEndpoint.maxPages {
                    let page = try await parts.client.hierarchy(roomID: spaceID, from: token)
                    rooms += page.rooms
                    token = page.next
                    if token == nil { break }
                }
                await parts.queue.post(SpaceEvent.listed(spaceID: spaceID, rooms))
            } catch {
                await parts.queue.post(SpaceEvent.notListed(spaceID: spaceID, .server(error), isAsked: isAsked))
            }
        }
    }
}

/// The children of a space are states of its room (client-server API, `m.space.child`).
extension HomeserverClient {
    /// - Parameter server: a server through which others can join the chat.
    package func putIntoSpace(_ spaceID: String, chatID: String, server: String) async throws(MatrixClientError) {
        _ = try await setState(
            roomID: spaceID, type: "m.space.child", stateKey: chatID, content: ["via": [.string(server)]])
    }

    package func removeFromSpace(_ spaceID: String, chatID: String) async throws(MatrixClientError) {
        _ = try await setState(roomID: spaceID, type: "m.space.child", stateKey: chatID, content: .emptyObject)
    }

    /// - Returns: the space's identifier.
    package func makeSpace(named name: String) async throws(MatrixClientError) -> String {
        var request = CreateRoomRequest(name: name)
        request.isSpace = true
        return try await createRoom(request)
    }
}
