import MatrixAPI

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
