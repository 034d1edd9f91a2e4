import MatrixAPI
import MatrixCrypto

/// Requests of other people, until somebody answers here.
extension VerificationEndpoint {
    /// How many questions of one person are shown within the time that a verification may last. A client that was restarted
    /// asks anew; more than that is a flood.
    private static let mostAsked = 8
    /// How many people are counted at once.
    private static let mostCounted = 1_000

    /// Shows what somebody asks. A newer question of the same device takes the place of an earlier one, which that device forgot.
    func hold(_ request: HeldRequest) async {
        let now = encryption.now()
        guard held[request.transaction] == nil, isCounted(request.asker.userID, at: now) else { return }
        // The person here asked them already.
        if running.values.contains(where: { $0.machine.isAsking(request.asker) }) {
            _ = await admit(request)
            return
        }
        for earlier in held.values where earlier.asker.isSame(as: request.asker) {
            await drop(earlier, .cancelled(.unknownTransaction, isOurs: false))
        }
        guard hasRoom(for: request.asker.userID) else { return }
        held[request.transaction] = request
        await queue.post(VerificationEvent.changed(request.seen(), of: nil))
    }

    private func isCounted(_ userID: String, at now: Int64) -> Bool {
        counts = counts.filter { abs(now - $0.value.since) < VerificationMachine.longestCount }
        var count = counts[userID] ?? (since: now, count: 0)
        guard count.count < Self.mostAsked, counts[userID] != nil || counts.count < Self.mostCounted else {
            return false
        }
        count.count += 1
        counts[userID] = count
        return true
    }

    /// Does what the person decided about a question.
    ///
    /// - Parameter partner: whom the person wanted to ask in the same moment.
    func answer(_ request: HeldRequest, _ choice: VerificationChoice, for partner: VerificationPartner? = nil) async {
        switch choice {
        case .accept where request.isPossible:
            held[request.transaction] = nil
            if let problem = await admit(request) {
                let ended = VerificationState.cancelled(.unknownTransaction, isOurs: true)
                return await queue.post(VerificationEvent.changed(request.seen(ended, problem: problem), of: partner))
            }
            if let partner { running[request.transaction]?.partner = partner }
            await change(request.transaction) { $0.decide(.accept, at: $1) }
        case .cancel:
            await drop(request, .cancelled(.user, isOurs: true))
            let devices = request.transaction.isInRoom ? nil : [request.asker]
            // If it can't be sent, the question ends on the other side by itself.
            try? await send(.cancel(request.transaction, .user, devices: devices), chatID: request.chatID)
        case .accept, .match, .mismatch: return
        }
    }

    /// The other side, or another device of one's own, says something about a question that waits here.
    func hear(_ message: ReceivedVerificationMessage, of request: HeldRequest) async {
        let code = VerificationCode(message.content["code"]?.string ?? "")
        let isOwn = message.sender.utf8.elementsEqual(encryption.userID.utf8)
        switch message.type {
        case .cancel where isOwn: await drop(request, .cancelled(code, isOurs: true))
        case .cancel where message.sender.utf8.elementsEqual(request.asker.userID.utf8):
            await drop(request, .cancelled(code, isOurs: false))
        // In a chat one sees that another device of one's own took it.
        case .ready where isOwn, .start where isOwn:
            await drop(request, .cancelled(.accepted, isOurs: false))
        default: return
        }
    }

    /// Ends the questions whose time is over; nobody is told.
    func dropOverdue() async {
        let now = encryption.now()
        for request in held.values where request.deadline <= now {
            await drop(request, .cancelled(.timeout, isOurs: true))
        }
    }

    private func drop(_ request: HeldRequest, _ state: VerificationState) async {
        held[request.transaction] = nil
        await queue.post(VerificationEvent.changed(request.seen(state), of: nil))
    }
}

extension VerificationMachine {
    /// For how long questions of somebody are counted, in milliseconds.
    fileprivate static var longestCount: Int64 { 600_000 }
}
