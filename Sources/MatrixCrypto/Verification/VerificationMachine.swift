import MatrixAPI

/// One verification by comparing emoji or numbers, of a device of one's own or of another person (client-server API, "Key verification framework"
/// and "Short Authentication String (SAS) verification"): what comes goes in, what is to be sent comes out, and ``state`` is what is seen.
///
/// It ends in ``VerificationState/done(_:)`` where both people said that they see the same and both sides told each other the keys that we know.
/// What is wrong, or comes when nobody expected it, ends it, and the other side is told so once. Not all that a caller has to see is seen here: a
/// device that asks twice ends both, and a message of a transaction that nobody knows is answered (``VerificationMessage/cancel(_:_:devices:)``).
package struct VerificationMachine: Sendable {
    package static let method = "m.sas.v1"
    /// How long it may last after it was asked for, in milliseconds.
    static let longest: Int64 = 600_000
    /// How long a question is shown at most.
    package static let longestQuestion: Int64 = 120_000
    /// How long the side that asked leaves the beginning to the other, in milliseconds.
    static let patience: Int64 = 2_000

    package let transaction: VerificationTransaction
    package let own: VerifyingDevice
    package internal(set) var other: VerifyingPerson
    /// The device of the other side, once one takes part.
    package internal(set) var partner: DeviceAddress?
    /// When ``passTime(to:)`` has to be called at the latest, in the caller's milliseconds.
    package internal(set) var deadline: Int64
    /// When it ends whatever happens.
    let end: Int64
    /// Whether somebody asked first. Clients that begin without it are from before `m.key.verification.done`.
    let isRequested: Bool
    var phase: VerificationPhase
    /// Whether the room has our answer.
    var isAnswerHeard = false
    /// What was taken already, so that the same twice is the same once.
    private var taken: [VerificationType: JSONValue] = [:]

    init(
        _ transaction: VerificationTransaction, own: VerifyingDevice, other: VerifyingPerson, partner: DeviceAddress?,
        isRequested: Bool = true, phase: VerificationPhase, deadline: Int64, end: Int64
    ) throws(CryptoError) {
        guard own.masterKey?.base64 != own.address.deviceID else { throw .ambiguousName }
        let isOwn = other.userID.utf8.elementsEqual(own.address.userID.utf8)
        // In a room nobody could say which of one's own devices an event is from.
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

    /// Whether that device was asked, and none of them answered yet.
    package func isAsking(_ device: DeviceAddress) -> Bool {
        guard case .requested = phase else { return false }
        return other.userID.utf8.elementsEqual(device.userID.utf8) && other.has(device.deviceID)
    }

    /// Whether what this device asks counts, where the other one asks as well: by the order that decides between two that begin.
    package func comesBefore(_ device: DeviceAddress) -> Bool { own.address.precedes(device) }

    /// Takes what somebody said. What is of another verification or from somebody else changes nothing. In a room all of it has to come
    /// here, in the room's order, what this device said as well: by that it knows which of one's devices took the question.
    ///
    /// - Parameter now: in milliseconds since 1970.
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

    /// Does what the person decided. What can't be decided now changes nothing.
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

    /// A question that nobody answered is not shown any longer, and nobody is told. What was answered and not begun by the other side begins
    /// from here; what was begun ends.
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

    /// Devices of the other side that were unknown when it was asked, of which one may answer. Those that were known stay as they were.
    package mutating func learn(_ devices: [String: Ed25519PublicKey]) throws(CryptoError) {
        guard case .requested = phase else { return }
        var all = other.devices
        for (deviceID, key) in devices where all[deviceID] == nil { all[deviceID] = key }
        if other.userID.utf8.elementsEqual(own.address.userID.utf8) { all[own.address.deviceID] = nil }
        other = try VerifyingPerson(userID: other.userID, devices: all, masterKey: other.masterKey)
    }

    /// Ends it, and says so to whoever takes part: before an answer to all that were asked.
    mutating func cancel(_ code: VerificationCode) -> [VerificationMessage] {
        phase = .cancelled(code, isOurs: true)
        return [.cancel(transaction, code, devices: recipients)]
    }

    func message(_ type: VerificationType, _ content: JSONValue = .emptyObject) -> VerificationMessage {
        VerificationMessage(type: type, content: transaction.marked(content), devices: recipients)
    }

    /// `nil` is the room.
    private var recipients: [DeviceAddress]? {
        guard !transaction.isInRoom else { return nil }
        return partner.map { [$0] } ?? asked
    }

    /// All that were asked.
    var asked: [DeviceAddress] {
        other.devices.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { DeviceAddress(userID: other.userID, deviceID: $0) }
    }
}
