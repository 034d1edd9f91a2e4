import MatrixAPI

extension VerificationMachine {
    /// - Returns: `nil` where the event is nothing to us.
    mutating func answer(
        to event: ReceivedVerificationMessage, at now: Int64
    ) throws(VerificationCode) -> [VerificationMessage]? {
        if transaction.isInRoom, event.sender.utf8.elementsEqual(own.address.userID.utf8) {
            return answerToOwn(event)
        }
        guard event.sender.utf8.elementsEqual(other.userID.utf8), !isEcho(event) else { return nil }
        switch event.type {
        case .request: return nil
        case .ready: return try takeReady(event, at: now)
        case .start: return try takeStart(event)
        case .accept: return try takeAcceptance(event.content)
        case .key: return try takeKey(event.content)
        case .mac: return try takeCodes(event.content)
        case .done:
            guard case .finishing(let keys) = phase else { throw .unexpectedMessage }
            phase = .done(keys)
            return []
        case .cancel: return takeCancel(event)
        }
    }

    /// What goes to all of one's devices comes back to this one.
    private func isEcho(_ event: ReceivedVerificationMessage) -> Bool {
        guard let deviceID = event.deviceID else { return false }
        return own.address.isSame(as: DeviceAddress(userID: event.sender, deviceID: deviceID))
    }

    /// In a room one sees what one's other devices say: that one of them took the question, or declined it.
    private mutating func answerToOwn(_ event: ReceivedVerificationMessage) -> [VerificationMessage]? {
        guard !isEcho(event) else {
            isAnswerHeard = isAnswerHeard || event.type == .ready
            return nil
        }
        switch (event.type, phase) {
        case (_, .requested): return nil
        // Where both answer, the one counts that the room has first.
        case (.ready, _) where !isAnswerHeard, (.start, .asked):
            guard event.deviceID != nil else { return nil }
            phase = .cancelled(.accepted, isOurs: false)
        // What this device says ends it here before it comes back.
        case (.cancel, _): phase = .cancelled(code(of: event), isOurs: true)
        default: return nil
        }
        return []
    }

    private mutating func takeReady(
        _ event: ReceivedVerificationMessage, at now: Int64
    ) throws(VerificationCode) -> [VerificationMessage]? {
        guard let deviceID = event.deviceID, let methods = event.content["methods"]?.array else {
            throw .invalidMessage
        }
        guard case .requested = phase else {
            // Another device of theirs answered as well: it was told that it comes too late, or sees it in the room.
            guard isPartner(deviceID) else { return nil }
            throw .unexpectedMessage
        }
        guard other.has(deviceID) else { throw .keyMismatch }
        let chosen = DeviceAddress(userID: other.userID, deviceID: deviceID)
        let others = asked.filter { !$0.isSame(as: chosen) }
        partner = chosen
        guard methods.contains(.string(Self.method)) else { throw .unknownMethod }
        phase = .ready
        deadline = min(end, now + Self.patience)
        guard !transaction.isInRoom, !others.isEmpty else { return [] }
        return [.cancel(transaction, .accepted, devices: others)]
    }

    private mutating func takeStart(_ event: ReceivedVerificationMessage) throws(VerificationCode)
        -> [VerificationMessage]?
    {
        guard let deviceID = event.deviceID, let method = event.content["method"]?.string else {
            throw .invalidMessage
        }
        guard partner == nil || isPartner(deviceID) else { return nil }
        switch phase {
        case .ready:
            guard method == Self.method else { throw .unknownMethod }
            return try accept(event.content)
        case .started:
            guard method == Self.method else { throw .unexpectedMessage }
            return isFirst ? [] : try accept(event.content)
        case .requested, .asked, .accepted, .keySent, .comparing, .confirmed, .finishing, .done, .cancelled:
            throw .unexpectedMessage
        }
    }

    private mutating func takeCancel(_ event: ReceivedVerificationMessage) -> [VerificationMessage] {
        let code = code(of: event)
        let isUnanswered = partner == nil
        phase = .cancelled(code, isOurs: false)
        // The question stands on the others' screens until they are told.
        guard isUnanswered, !transaction.isInRoom, !asked.isEmpty else { return [] }
        return [.cancel(transaction, code, devices: asked)]
    }

    private func code(of event: ReceivedVerificationMessage) -> VerificationCode {
        event.content["code"]?.string.map(VerificationCode.init) ?? .invalidMessage
    }

    private func isPartner(_ deviceID: String) -> Bool {
        partner?.isSame(as: DeviceAddress(userID: other.userID, deviceID: deviceID)) == true
    }

    /// Whether our start is the one that counts where both sent one.
    private var isFirst: Bool {
        partner.map(own.address.precedes) ?? true
    }
}

extension DeviceAddress {
    /// By bytes: the person's name first, of one and the same person the device's.
    func precedes(_ other: DeviceAddress) -> Bool {
        userID.utf8.elementsEqual(other.userID.utf8)
            ? deviceID.utf8.lexicographicallyPrecedes(other.deviceID.utf8)
            : userID.utf8.lexicographicallyPrecedes(other.userID.utf8)
    }
}
