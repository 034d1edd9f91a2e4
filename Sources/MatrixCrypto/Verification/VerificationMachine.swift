import MatrixAPI

/// A verification by emoji or numbers (client-server API, "Key verification framework" and "Short Authentication
/// String (SAS) verification"). The other side is a device of the account or of another person. It is a state
/// machine: its input are received messages, its output are messages to send, and ``state`` is the visible state.
///
/// It ends in ``VerificationState/done(_:)`` when both people confirmed the strings and both sides confirmed known
/// keys. An invalid or unexpected message ends it, and the other side is informed once. The caller has to handle two
/// more cases. A second request of the same device ends both verifications. A message of an unknown transaction is
/// answered with ``VerificationMessage/cancel(_:_:devices:)``.
package struct VerificationMachine: Sendable {
    package static let method = "m.sas.v1"
    /// The maximum duration after the request, in milliseconds.
    static let longest: Int64 = 600_000
    /// The maximum time for which a request is shown, in milliseconds.
    package static let longestQuestion: Int64 = 120_000
    /// The time for which the requesting side waits for the other to start, in milliseconds.
    static let patience: Int64 = 2_000

    package let transaction: VerificationTransaction
    package let own: VerifyingDevice
    package internal(set) var other: VerifyingPerson
    /// The device of the other side that takes part; `nil` until one does.
    package internal(set) var partner: DeviceAddress?
    /// The time of the next timeout, in milliseconds since 1970. The caller then calls ``passTime(to:)``. A call before
    /// this time has no effect.
    package internal(set) var deadline: Int64
    /// The time at which it ends in any case.
    let end: Int64
    /// Whether it began with a request. Clients that start without one predate `m.key.verification.done`.
    let isRequested: Bool
    var phase: VerificationPhase
    /// Whether the echo of our acceptance came back from the room.
    var isAnswerHeard = false
    /// The processed messages, so that duplicates are ignored.
    private var taken: [VerificationType: JSONValue] = [:]

    init(
        _ transaction: VerificationTransaction, own: VerifyingDevice, other: VerifyingPerson, partner: DeviceAddress?,
        isRequested: Bool = true, phase: VerificationPhase, deadline: Int64, end: Int64
    ) throws(CryptoError) {
        guard own.masterKey?.base64 != own.address.deviceID else { throw .ambiguousName }
        let isOwn = other.userID.utf8.elementsEqual(own.address.userID.utf8)
        // In a room, the sending device of an event from the account itself can't be determined.
        guard !isOwn || !transaction.isInRoom else { throw .otherPerson }
        guard !isOwn || !other.has(own.address.deviceID) else { throw .otherDevice }
        self.transaction = transaction
        self.own = own
        self.other = other
        self.partner = partner
        self.isRequested = isRequested
        self.phase = phase
        self.deadline = deadline
        self.end = end
    }

    package var state: VerificationState {
        switch phase {
        case .requested: .waitingForAnswer
        case .asked(let isPossible, _): .asked(by: partner ?? own.address, isPossible: isPossible)
        case .ready: .ready
        case .started, .accepted, .keySent: .exchangingKeys
        case .comparing(let agreed, let forms, _): .comparing(ComparedString(agreed, forms: forms))
        case .confirmed, .finishing: .waitingForOther
        case .done(let keys): .done(keys)
        case .cancelled(let code, let isOurs): .cancelled(code, isOurs: isOurs)
        }
    }

    /// Whether that device received our request and no device has responded yet.
    package func isAsking(_ device: DeviceAddress) -> Bool {
        guard case .requested = phase else { return false }
        return other.userID.utf8.elementsEqual(device.userID.utf8) && other.has(device.deviceID)
    }

    /// Whether our request takes precedence if the other device requests too. The order is the one that decides
    /// between two starts.
    package func comesBefore(_ device: DeviceAddress) -> Bool { own.address.precedes(device) }

    /// Processes a message. Messages of other verifications or senders are ignored. In a room, all messages have to
    /// be passed in the room's order, including this device's own. They show which device of the account accepted the
    /// request.
    ///
    /// - Parameter now: the time in milliseconds since 1970.
    package mutating func receive(_ event: ReceivedVerificationMessage, at now: Int64) -> [VerificationMessage] {
        let messages = passTime(to: now)
        guard !phase.isOver, transaction.holds(event.content), taken[event.type] != event.content else {
            return messages
        }
        do {
            guard let answer = try answer(to: event, at: now) else { return messages }
            taken[event.type] = event.content
            return messages + answer
        } catch {
            return messages + cancel(error)
        }
    }

    /// Applies a decision of the user. A decision that is not possible now is ignored.
    package mutating func decide(_ choice: VerificationChoice, at now: Int64) -> [VerificationMessage] {
        let messages = passTime(to: now)
        guard !phase.isOver else { return messages }
        switch choice {
        case .accept: return accept()
        case .match: return confirm()
        case .mismatch:
            guard case .comparing = phase else { return [] }
            return cancel(.mismatchedStrings)
        case .cancel: return cancel(.user)
        }
    }

    /// Handles timeouts. An unanswered request is hidden, without informing the other side. If the request was
    /// accepted but the other side did not start, this side starts. A verification in progress is canceled.
    package mutating func passTime(to now: Int64) -> [VerificationMessage] {
        guard !phase.isOver, now >= deadline else { return [] }
        switch phase {
        case .asked:
            phase = .cancelled(.timeout, isOurs: true)
            return []
        case .ready where now < end: return begin()
        default: return cancel(.timeout)
        }
    }

    /// Adds devices of the other side that were unknown at the time of the request and may respond. Known devices are
    /// unchanged.
    package mutating func learn(_ devices: [String: Ed25519PublicKey]) throws(CryptoError) {
        guard case .requested = phase else { return }
        var all = other.devices
        for (deviceID, key) in devices where all[deviceID] == nil { all[deviceID] = key }
        if other.userID.utf8.elementsEqual(own.address.userID.utf8) { all[own.address.deviceID] = nil }
        other = try VerifyingPerson(userID: other.userID, devices: all, masterKey: other.masterKey)
    }

    /// Cancels the verification and informs the participants, which before a response are all requested devices.
    mutating func cancel(_ code: VerificationCode) -> [VerificationMessage] {
        phase = .cancelled(code, isOurs: true)
        return [.cancel(transaction, code, devices: recipients)]
    }

    func message(_ type: VerificationType, _ content: JSONValue = .emptyObject) -> VerificationMessage {
        VerificationMessage(type: type, content: transaction.marked(content), devices: recipients)
    }

    /// The recipients; `nil` for the room.
    private var recipients: [DeviceAddress]? {
        guard !transaction.isInRoom else { return nil }
        return partner.map { [$0] } ?? asked
    }

    /// All devices that received the request.
    var asked: [DeviceAddress] {
        other.devices.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { DeviceAddress(userID: other.userID, deviceID: $0) }
    }
}

extension VerificationMachine {
    /// Sends a request to devices of the account or of somebody else; there has to be at least one.
    package static func request(
        by own: VerifyingDevice, to other: VerifyingPerson, at now: Int64
    ) throws(CryptoError) -> (machine: VerificationMachine, messages: [VerificationMessage]) {
        guard !other.devices.isEmpty else { throw .unknownDevice }
        let transaction = VerificationTransaction(id: RandomText.make(), isInRoom: false)
        let machine = try VerificationMachine(
            transaction, own: own, other: other, partner: nil, phase: .requested, deadline: now + longest,
            end: now + longest)
        return (machine, [machine.message(.request, VerificationRequest.deviceContent(from: own.address, at: now))])
    }

    /// Waits for the response to a request in a room (``VerificationRequest/roomContent(from:to:body:)``).
    ///
    /// - Parameter eventID: the event of the request.
    package init(
        roomRequest eventID: String, by own: VerifyingDevice, to other: VerifyingPerson, at now: Int64
    ) throws(CryptoError) {
        try self.init(
            VerificationTransaction(id: eventID, isInRoom: true), own: own, other: other, partner: nil,
            phase: .requested, deadline: now + Self.longest, end: now + Self.longest)
    }

    /// Receives a request. Throws if it is too old, is from the future, or is from a device with unknown keys. The
    /// caller has to query those keys first.
    package init(
        _ request: VerificationRequest, own: VerifyingDevice, other: VerifyingPerson, at now: Int64
    ) throws(CryptoError) {
        guard request.isTimely(at: now) else { throw .untimely }
        guard request.sender.userID.utf8.elementsEqual(other.userID.utf8) else { throw .otherPerson }
        guard other.has(request.sender.deviceID) else { throw .unknownDevice }
        let end = min(request.time, now) + Self.longest
        try self.init(
            request.transaction, own: own, other: other, partner: request.sender,
            phase: .asked(isPossible: request.isPossible, start: nil), deadline: request.deadline(at: now), end: end)
    }

    /// Receives a start without a request, which some clients send from device to device (client-server API:
    /// deprecated). The user is asked nevertheless.
    package init(
        _ start: ReceivedVerificationMessage, own: VerifyingDevice, other: VerifyingPerson, at now: Int64
    ) throws(CryptoError) {
        guard start.type == .start, start.sender.utf8.elementsEqual(other.userID.utf8) else { throw .otherPerson }
        let id = try start.content.textMember("transaction_id")
        let deviceID = try start.content.textMember("from_device")
        guard other.has(deviceID) else { throw .unknownDevice }
        try self.init(
            VerificationTransaction(id: id, isInRoom: false), own: own, other: other,
            partner: DeviceAddress(userID: other.userID, deviceID: deviceID), isRequested: false,
            phase: .asked(isPossible: start.content["method"]?.string == Self.method, start: start.content),
            deadline: now + Self.longestQuestion, end: now + Self.longest)
    }
}

/// The phase of a verification.
enum VerificationPhase: Sendable {
    /// We sent a request.
    case requested
    /// They sent a request. A start that came without a request waits for the user's response (client-server API:
    /// deprecated, but still to be handled).
    case asked(isPossible: Bool, start: JSONValue?)
    case ready
    /// We sent this start.
    case started(JSONValue)
    /// They sent a start, and we committed to a key.
    case accepted(ShortAuthentication, [ComparedString.Form])
    /// They committed to a key, and we sent ours.
    case keySent(ShortAuthentication, [ComparedString.Form], start: JSONValue, commitment: String)
    /// The user compares. The codes of the other side may arrive earlier than the user's decision.
    case comparing(AgreedShortAuthentication, [ComparedString.Form], theirs: VerifiedKeys?)
    /// We sent our codes.
    case confirmed(AgreedShortAuthentication)
    /// Both sides sent their codes, and they are valid.
    case finishing(VerifiedKeys)
    case done(VerifiedKeys)
    case cancelled(VerificationCode, isOurs: Bool)

    var isOver: Bool {
        switch self {
        case .done, .cancelled: true
        case .requested, .asked, .ready, .started, .accepted, .keySent, .comparing, .confirmed, .finishing: false
        }
    }
}
