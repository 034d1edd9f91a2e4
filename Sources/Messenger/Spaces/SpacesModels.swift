import Conversations
package import Engine
package import MatrixAPI
import ViewModels

/// A child of a space that the account hasn't joined.
package struct JoinableChat: Hashable, Sendable {
    package let preview: RoomPreview
    /// Servers through which it can be joined.
    let servers: [String]

    package var name: String {
        VisibleName.first(preview.name, preview.canonicalAlias) ?? preview.roomID
    }

    package var address: RoomAddress { RoomAddress(name: preview.roomID, servers: servers) }
}

/// A failed action on a space.
package enum SpaceFailureReason: Hashable, Sendable {
    /// The children of the space couldn't be listed.
    case list(spaceID: String, FailureReason)
    /// A chat of a space couldn't be joined.
    case enter(RoomAddress, JoinError)
}

/// The outcome of a command that adds the open chat to a space or removes it.
package enum SpaceNotice: Hashable, Sendable {
    case isUnknown(String)
    case lacksPower(String)
    case hasChat(String)
    case lacksChat(String)
    case tookIn(String)
    case tookOut(String)
    case notChanged(String, FailureReason)

    /// The notice as one line, which may contain untrusted text.
    var text: String {
        switch self {
        case .isUnknown(let name): .words("spaces.is-unknown", ["space": name])
        case .lacksPower(let name): .words("spaces.lacks-power", ["space": name])
        case .hasChat(let name): .words("spaces.has-chat", ["space": name])
        case .lacksChat(let name): .words("spaces.lacks-chat", ["space": name])
        case .tookIn(let name): .words("spaces.took-in", ["space": name])
        case .tookOut(let name): .words("spaces.took-out", ["space": name])
        case .notChanged(let name, let reason): .words("spaces.not-changed", ["space": name, "reason": reason.text])
        }
    }
}
