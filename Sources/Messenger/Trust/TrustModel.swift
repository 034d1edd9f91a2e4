import Conversations

/// What is known of whom one talks to in the open chat, and of the members that are listed.
@MainActor
final class TrustModel {
    /// The opening of the chat, as ``TimelineModel/opening`` has it.
    private(set) var opening = 0
    /// The lines that were asked about.
    private(set) var origins: Set<LineOrigin> = []
    private var doubts: [LineOrigin: LineDoubt] = [:]
    /// The position from which on the open chat is encrypted, where the timeline shows that.
    private var encryptedSince: Int64?
    /// People in the open chat who are others than before, and for whom nobody answered.
    private var changed: [ChangedIdentity] = []
    /// Of the members of the chat whose details are shown.
    private(set) var people: [String: PersonTrust] = [:]
    private(set) var listedChatID: String?

    func lineDoubts(of opening: Int) -> LineDoubts {
        opening == self.opening
            ? LineDoubts(byOrigin: doubts, encryptedSince: encryptedSince) : LineDoubts(byOrigin: [:])
    }

    func changed(in opening: Int) -> [ChangedIdentity] { opening == self.opening ? changed : [] }

    /// Another opening of a chat asks anew: devices may be signed by now.
    ///
    /// - Returns: whether it is one.
    func begin(_ opening: Int) -> Bool {
        guard opening != self.opening else { return false }
        self.opening = opening
        origins = []
        doubts = [:]
        encryptedSince = nil
        changed = []
        return true
    }

    /// Asks once about each line.
    ///
    /// - Returns: those that were not asked about yet.
    func ask(_ shown: Set<LineOrigin>) -> Set<LineOrigin> {
        let new = shown.subtracting(origins)
        origins.formUnion(new)
        return new
    }

    /// - Returns: whether anything is other.
    func take(_ findings: TrustFindings) -> Bool {
        let before = (doubts, changed, encryptedSince)
        for origin in findings.origins { doubts[origin] = findings.doubts[origin] }
        (changed, encryptedSince) = (findings.changed, findings.encryptedSince)
        return before != (doubts, changed, encryptedSince)
    }

    func list(_ chatID: String?) {
        guard chatID != listedChatID else { return }
        listedChatID = chatID
        people = [:]
    }

    /// - Returns: whether anything is other.
    func take(_ people: [String: PersonTrust], chatID: String) -> Bool {
        guard chatID == listedChatID, people != self.people else { return false }
        self.people = people
        return true
    }
}
