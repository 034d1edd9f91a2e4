import Conversations

/// The trust in the open chat's senders and in the listed members.
struct TrustModel {
    /// The opening of the chat, from ``TimelineModel/opening``.
    private(set) var opening = 0
    /// The queried message origins.
    private(set) var origins: Set<LineOrigin> = []
    private var doubts: [LineOrigin: AuthenticityWarning] = [:]
    /// The position from which the open chat is encrypted, if the timeline has it.
    private var encryptedSince: Int64?
    /// People in the open chat whose identity changed and wasn't accepted yet.
    private var changed: [ChangedIdentity] = []
    /// The trust in the members of the chat whose details are shown.
    private(set) var people: [String: PersonTrust] = [:]
    private(set) var listedChatID: String?

    func lineDoubts(of opening: Int) -> AuthenticityWarnings {
        opening == self.opening
            ? AuthenticityWarnings(byOrigin: doubts, encryptedSince: encryptedSince)
            : AuthenticityWarnings(byOrigin: [:])
    }

    func changed(in opening: Int) -> [ChangedIdentity] { opening == self.opening ? changed : [] }

    /// Resets the state for another opening of a chat, since devices may be signed by now.
    ///
    /// - Returns: whether it is another opening.
    mutating func begin(_ opening: Int) -> Bool {
        guard opening != self.opening else { return false }
        self.opening = opening
        origins = []
        doubts = [:]
        encryptedSince = nil
        changed = []
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
        for origin in findings.origins { doubts[origin] = findings.doubts[origin] }
        (changed, encryptedSince) = (findings.changed, findings.encryptedSince)
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
