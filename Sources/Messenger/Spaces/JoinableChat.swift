import Conversations
import MatrixAPI

/// A child of a space that the account hasn't joined.
struct JoinableChat: Hashable, Sendable {
    let preview: RoomPreview
    /// Servers through which it can be joined.
    let servers: [String]

    var name: String {
        VisibleName.first(preview.name, preview.canonicalAlias) ?? preview.roomID
    }

    var address: RoomAddress { RoomAddress(name: preview.roomID, servers: servers) }
}
