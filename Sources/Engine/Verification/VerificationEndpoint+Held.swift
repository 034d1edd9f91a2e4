import MatrixAPI
import MatrixCrypto

/// Requests of other people that wait for the user's answer.
extension VerificationEndpoint {
    /// The most requests of a person that are shown within the longest time of a verification. A restarted client
    /// requests again, but more than this is a flood.
    private static let maxAsked = 8
    /// The most people counted at once, besides acquaintances.
    private static let maxCounted = 1_000

    /// Shows a request. It replaces an earlier one of the same device, which that device has forgotten.
    func hold(_ request: PendingVerificationRequest) async {
        let now = encryption.now()
        var request = request
        request.isByStranger = await !encryption.isAcquaintance(request.asker.userID)
        guard held[request.transaction] == nil, isCounted(request, at: now) else { return }
        // The user already sent that person a request.
        if running.values.contains(where: { $0.machine.isAsking(request.asker) }) {
            _ = await startIncoming(request)
            return
        }
        for earlier in held.values where earlier.asker.isSame(as: request.asker) {
            await drop(earlier, .cancelled(.unknownTransaction, isOurs: false))
        }
        guard hasCapacity(for: request) else { return }
        held[request.transaction] = request
        await queue.post(VerificationEvent.changed(request.seen(), of: nil))
    }

    private func isCounted(_ request: PendingVerificationRequest, at now: Int64) -> Bool {
        let userID = request.asker.userID
        counts = counts.filter { abs(now - $0.value.since) < VerificationMachine.longestCount }
        var count = counts[userID] ?? (since: now, count: 0)
        let hasPlace = counts[userID] != nil || !request.isByStranger || counts.count < Self.maxCounted
        guard count.count < Self.maxAsked, hasPlace else { return false }
        count.count += 1
        counts[userID] = count
        return true
    }

    /// Carries out the user's decision about a request.
    ///
    /// - Parameter partner: the partner of the user's own request, if it crossed with this one.
    func answer(
        _ request: PendingVerificationRequest, _ choice: VerificationChoice, for partner: VerificationPartner? = nil
    ) async {
        switch choice {
        case .accept where request.isPossible:
            held[request.transaction] = nil
            if let problem = await startIncoming(request) {
                let ended = VerificationState.cancelled(.unknownTransaction, isOurs: true)
                return await queue.post(VerificationEvent.changed(request.seen(ended, problem: problem), of: partner))
            }
            if let partner { running[request.transaction]?.partner = partner }
            await change(request.transaction) { $0.decide(.accept, at: $1) }
        case .cancel:
            await drop(request, .cancelled(.user, isOurs: true))
            let devices = request.transaction.isInRoom ? nil : [request.asker]
            // If it can't be sent, the request times out on the other side.
            try? await send(.cancel(request.transaction, .user, devices: devices), chatID: request.chatID)
        case .accept, .match, .mismatch: return
        }
    }

    /// Handles a message about a waiting request, from the other side or from another own device.
    func handle(_ message: ReceivedVerificationMessage, of request: PendingVerificationRequest) async {
        let code = VerificationCode(message.content["code"]?.string ?? "")
        let isOwn = message.sender.utf8.elementsEqual(encryption.userID.utf8)
        switch message.type {
        case .cancel where isOwn: await drop(request, .cancelled(code, isOurs: true))
        case .cancel where message.sender.utf8.elementsEqual(request.asker.userID.utf8):
            await drop(request, .cancelled(code, isOurs: false))
        // In a chat these messages show that another own device accepted the request.
        case .ready where isOwn, .start where isOwn:
            await drop(request, .cancelled(.accepted, isOurs: false))
        default: return
        }
    }

    /// Drops overdue requests without telling the other side.
    func dropOverdue() async {
        let now = encryption.now()
        for request in held.values where request.deadline <= now {
            await drop(request, .cancelled(.timeout, isOurs: true))
        }
    }

    private func drop(_ request: PendingVerificationRequest, _ state: VerificationState) async {
        held[request.transaction] = nil
        await queue.post(VerificationEvent.changed(request.seen(state), of: nil))
    }
}

extension VerificationMachine {
    /// The time for which a person's requests are counted, in milliseconds.
    fileprivate static var longestCount: Int64 { 600_000 }
}
