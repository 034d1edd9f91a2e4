import MatrixAPI

/// What a command that sends a line has heard of it so far.
struct SendOutcome {
    private(set) var eventID: String?
    private var isSent = false
    private var isKept = false
    private var delay: ScriptProblem?
    private var failure: ScriptProblem?

    /// - Returns: whether there is more to wait for.
    ///
    /// - Parameter waitsForServer: also where it is known to be away.
    mutating func take(_ answer: ScriptAnswer, waitsForServer: Bool) -> Bool {
        switch answer {
        case .kept:
            isKept = true
            return delay == nil || waitsForServer
        case .delayed(let words, let exitCode):
            delay = .said(words, exitCode: exitCode)
            return !isKept || waitsForServer
        case .sent(let eventID):
            (self.eventID, isSent) = (eventID, true)
        case .failed(let words, let exitCode):
            failure = .said(words, exitCode: exitCode)
        case .done, .noScreen, .fetched, .imported, .leftOut: break
        }
        return false
    }

    /// What is wrong once nothing more is waited for.
    var problem: ScriptProblem? {
        if isSent { return nil }
        if let failure { return failure }
        return isKept ? delay ?? .isKept : .noAnswer
    }

    /// As confab-cli(7) describes it; `nil` where nothing was kept.
    func json(chatID: String) -> JSONValue? {
        guard isSent || isKept else { return nil }
        let state = isSent ? "sent" : failure == nil ? "waiting" : "failed"
        return [
            "id": eventID.map(JSONValue.string) ?? .null, "chat": .string(chatID), "state": .string(state),
        ]
    }
}
