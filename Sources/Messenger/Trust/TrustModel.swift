package import Conversations
package import Engine

/// Events about the identities of the people in chats.
package enum TrustEvent: RoutedEvent {
    /// Messages of the open chat came on screen.
    case shown(Set<LineOrigin>, chatID: String)
    /// Devices or identities stored here changed.
    case changed
    /// The server reports that devices of people changed.
    case outdated
    /// The answer of the disk; an answer for an earlier opening is ignored.
    case found(TrustFindings, opening: Int)
    /// The member list of a chat is shown.
    case listed([String], chatID: String)
    case foundMembers([String: PersonTrust], chatID: String)
    /// The user accepts the changed identities of people.
    case accepting([ChangedIdentity])
}

/// The trust in the open chat's senders and in the listed members.
package struct TrustModel {
    /// The opening of the chat, from ``TimelineModel/opening``.
    private(set) var opening = 0
    /// The queried message origins.
    private(set) var origins: Set<LineOrigin> = []
    private var openChat = OpenChatTrust()
    /// The trust in the members of the chat whose details are shown.
    package private(set) var people: [String: PersonTrust] = [:]
    package private(set) var listedChatID: String?

    package func openChat(_ opening: Int) -> OpenChatTrust { opening == self.opening ? openChat : OpenChatTrust() }

    /// Resets the state for another opening of a chat, since devices may be signed by now.
    ///
    /// - Returns: whether it is another opening.
    mutating func begin(_ opening: Int) -> Bool {
        guard opening != self.opening else { return false }
        self.opening = opening
        origins = []
        openChat = OpenChatTrust()
        return true
    }

    /// Registers origins, so that each is queried once.
    ///
    /// - Returns: the origins that weren't queried before.
    mutating func ask(_ shown: Set<LineOrigin>) -> Set<LineOrigin> {
        let new = shown.subtracting(origins)
        origins.formUnion(new)
        return new
    }

    mutating func apply(_ findings: TrustFindings) {
        for origin in findings.origins { openChat.doubts.byOrigin[origin] = findings.doubts[origin] }
        (openChat.changed, openChat.doubts.encryptedSince) = (findings.changed, findings.encryptedSince)
    }

    mutating func list(_ chatID: String?) {
        guard chatID != listedChatID else { return }
        listedChatID = chatID
        people = [:]
    }

    mutating func apply(_ people: [String: PersonTrust], chatID: String) {
        if chatID == listedChatID { self.people = people }
    }
}
