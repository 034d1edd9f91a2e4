import Conversations
import MatrixAPI

/// What is part of a space and the account is not in.
struct JoinableChat: Hashable, Sendable {
    let preview: RoomPreview
    /// Servers by which one comes into it.
    let servers: [String]

    var name: String {
        VisibleName.first(preview.name, preview.canonicalAlias) ?? preview.roomID
    }

    var address: RoomAddress { RoomAddress(name: preview.roomID, servers: servers) }
}
