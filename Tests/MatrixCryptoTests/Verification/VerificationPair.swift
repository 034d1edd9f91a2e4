import MatrixAPI

@testable import MatrixCrypto

/// The two sides of a verification, and the messages between them. Ana sends the request to bo.
struct VerificationPair {
    static let now: Int64 = 1_800_000_000_000

    let anas: Household
    let bos: Household
    var ana: VerificationMachine
    var bo: VerificationMachine
    var fromAna: [VerificationMessage] = []
    var fromBo: [VerificationMessage] = []
    /// The types of all sent messages, in their order.
    private(set) var said: [VerificationType] = []

    /// - Parameters:
    ///   - known: The wrong view of ana's keys that bo's side has, if any.
    init(
        _ anas: Household, _ bos: Household, isInRoom: Bool, known: VerifyingPerson? = nil
    ) throws {
        self.anas = anas
        self.bos = bos
        let (toAna, toBo) = (try known ?? anas.person, try bos.person)
        if isInRoom {
            ana = try VerificationMachine(roomRequest: "$ask", by: anas.verifying, to: toBo, at: Self.now)
            let content = VerificationRequest.roomContent(from: anas.address, to: bos.address.userID, body: "tea?")
            let request = try VerificationRequest(
                sender: anas.address.userID, content: content, eventID: "$ask", time: Self.now,
                to: bos.address.userID)
            bo = try VerificationMachine(request, own: bos.verifying, other: toAna, at: Self.now)
        } else {
            let (machine, messages) = try VerificationMachine.request(by: anas.verifying, to: toBo, at: Self.now)
            ana = machine
            let request = try VerificationRequest(sender: anas.address.userID, content: messages[0].content)
            bo = try VerificationMachine(request, own: bos.verifying, other: toAna, at: Self.now)
        }
    }

    /// Creates a verification between two people.
    init(isInRoom: Bool = true) throws {
        try self.init(Household("@ana:x"), Household("@bo:x", "LAPTOP"), isInRoom: isInRoom)
    }

    static func event(_ message: VerificationMessage, by sender: String) throws -> ReceivedVerificationMessage {
        guard
            let event = ReceivedVerificationMessage(
                sender: sender, type: message.type.rawValue, content: message.content)
        else { throw CryptoError.malformedJSON }
        return event
    }

    mutating func decide(_ choice: VerificationChoice, byAna isAna: Bool, at now: Int64 = now) {
        if isAna { fromAna += ana.decide(choice, at: now) } else { fromBo += bo.decide(choice, at: now) }
    }

    /// Lets the other side's time to begin pass.
    mutating func begin(byAna isAna: Bool) {
        let later = Self.now + VerificationMachine.patience
        if isAna { fromAna += ana.passTime(to: later) } else { fromBo += bo.passTime(to: later) }
    }

    /// Delivers messages until neither side sends any more.
    mutating func settle() throws {
        while !fromAna.isEmpty || !fromBo.isEmpty {
            if !fromAna.isEmpty { try deliver(byAna: true) }
            if !fromBo.isEmpty { try deliver(byAna: false) }
        }
    }

    /// Delivers the next message of one side, if there is one. In a room its sender receives it as well.
    mutating func deliver(byAna isAna: Bool) throws {
        guard let message = isAna ? fromAna.first : fromBo.first else { return }
        if isAna { fromAna.removeFirst() } else { fromBo.removeFirst() }
        said.append(message.type)
        let event = try Self.event(message, by: (isAna ? anas : bos).address.userID)
        if isAna || ana.transaction.isInRoom { fromBo += bo.receive(event, at: Self.now) }
        if !isAna || ana.transaction.isInRoom { fromAna += ana.receive(event, at: Self.now) }
    }

    /// Delivers messages until both sides show their codes.
    mutating func reachComparing() throws {
        decide(.accept, byAna: false)
        try settle()
    }

    /// Continues until both users confirmed a match.
    mutating func compare() throws {
        try reachComparing()
        for isAna in [true, false] { decide(.match, byAna: isAna) }
        try settle()
    }

    var compared: [ComparedString] {
        [ana.state, bo.state].compactMap { state in
            if case .comparing(let string) = state { string } else { nil }
        }
    }
}

extension Household {
    var verifying: VerifyingDevice {
        get throws {
            VerifyingDevice(
                address: address, signingKey: device.signingKey, masterKey: try identity.master.publicKey)
        }
    }

    /// The user's keys as the other side knows them.
    var person: VerifyingPerson {
        get throws {
            try VerifyingPerson(
                userID: address.userID, devices: [address.deviceID: device.signingKey],
                masterKey: identity.master.publicKey)
        }
    }

    var verifiedKeys: VerifiedKeys {
        get throws {
            VerifiedKeys(device: address, signingKey: device.signingKey, masterKey: try identity.master.publicKey)
        }
    }
}
