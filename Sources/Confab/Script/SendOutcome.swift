import MatrixAPI

/// The outcome of sending a message, from the answers so far.
struct SendOutcome {
    private(set) var eventID: String?
    private var isSent = false
    private var isKept = false
    private var delay: ScriptFailureReason?
    private var failure: ScriptFailureReason?

    /// - Returns: whether to wait for more answers.
    ///
    /// - Parameter waitsForServer: whether to wait even if the server is known to be unreachable.
    mutating func update(_ answer: ScriptResponse, waitsForServer: Bool) -> Bool {
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

    /// The error once no more answers are awaited.
    var problem: ScriptFailureReason? {
        if isSent { return nil }
        if let failure { return failure }
        return isKept ? delay ?? .isKept : .noAnswer
    }

    /// The JSON object that confab-cli(7) describes; `nil` if nothing was saved.
    func json(chatID: String) -> JSONValue? {
        guard isSent || isKept else { return nil }
        let state = isSent ? "sent" : failure == nil ? "waiting" : "failed"
        return [
            "id": eventID.map(JSONValue.string) ?? .null, "chat": .string(chatID), "state": .string(state),
        ]
    }
}
