import MatrixAPI

extension VerificationMachine {
    /// - Returns: `nil` if the event is irrelevant here.
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
        case .start: return try handleStart(event)
        case .accept: return try handleAcceptance(event.content)
        case .key: return try takeKey(event.content)
        case .mac: return try handleCodes(event.content)
        case .done:
            guard case .finishing(let keys) = phase else { throw .unexpectedMessage }
            phase = .done(keys)
            return []
        case .cancel: return handleCancel(event)
        }
    }

    /// Messages to all devices of the account are also received by this one.
    private func isEcho(_ event: ReceivedVerificationMessage) -> Bool {
        guard let deviceID = event.deviceID else { return false }
        return own.address.isSame(as: DeviceAddress(userID: event.sender, deviceID: deviceID))
    }

    /// Handles a message from another device of the account in a room: it accepted or declined the request.
    private mutating func answerToOwn(_ event: ReceivedVerificationMessage) -> [VerificationMessage]? {
        guard !isEcho(event) else {
            isAnswerHeard = isAnswerHeard || event.type == .ready
            return nil
        }
        switch (event.type, phase) {
        case (_, .requested): return nil
        // If two devices accept, the one whose message comes first in the room takes part.
        case (.ready, _) where !isAnswerHeard, (.start, .asked):
            guard event.deviceID != nil else { return nil }
            phase = .cancelled(.accepted, isOurs: false)
        // A cancellation by this device ended the verification before its echo arrives, so this one is from another
        // device.
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
            // Another device of theirs accepted too. It was sent a cancellation, or sees in the room that it is too
            // late.
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

    private mutating func handleStart(_ event: ReceivedVerificationMessage) throws(VerificationCode)
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

    private mutating func handleCancel(_ event: ReceivedVerificationMessage) -> [VerificationMessage] {
        let code = code(of: event)
        let isUnanswered = partner == nil
        phase = .cancelled(code, isOurs: false)
        // The other devices show the request until they receive the cancellation.
        guard isUnanswered, !transaction.isInRoom, !asked.isEmpty else { return [] }
        return [.cancel(transaction, code, devices: asked)]
    }

    private func code(of event: ReceivedVerificationMessage) -> VerificationCode {
        event.content["code"]?.string.map(VerificationCode.init) ?? .invalidMessage
    }

    private func isPartner(_ deviceID: String) -> Bool {
        partner?.isSame(as: DeviceAddress(userID: other.userID, deviceID: deviceID)) == true
    }

    /// Whether our start takes precedence if both sides sent one.
    private var isFirst: Bool {
        partner.map(own.address.precedes) ?? true
    }
}

extension DeviceAddress {
    /// Orders addresses by bytes: by user ID, then by device ID.
    func precedes(_ other: DeviceAddress) -> Bool {
        userID.utf8.elementsEqual(other.userID.utf8)
            ? deviceID.utf8.lexicographicallyPrecedes(other.deviceID.utf8)
            : userID.utf8.lexicographicallyPrecedes(other.userID.utf8)
    }
}
