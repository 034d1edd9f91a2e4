import Conversations

/// The trust in the open chat's senders and in the listed members.
struct TrustModel {
    /// The opening of the chat, from ``TimelineModel/opening``.
    private(set) var opening = 0
    /// The queried message origins.
    private(set) var origins: Set<LineOrigin> = []
    private var openChat = OpenChatTrust()
    /// The trust in the members of the chat whose details are shown.
    private(set) var people: [String: PersonTrust] = [:]
    private(set) var listedChatID: String?

    func openChat(_ opening: Int) -> OpenChatTrust { opening == self.opening ? openChat : OpenChatTrust() }

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
