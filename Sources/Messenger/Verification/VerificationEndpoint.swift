import Foundation
import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// Carries on the verifications of this device, as ``VerificationMachine`` decides (client-server API, "Key verification framework").
///
/// They live in memory: one that a restart ended times out on the other side, as the specification has it.
actor VerificationEndpoint {
    /// How many are carried on at once: a stranger can ask without end.
    private static let most = 8
    /// After which a message that could not be sent is sent again, in milliseconds.
    private static let pauses: [Int64] = [1_000, 2_000, 4_000]

    private struct Running {
        var machine: VerificationMachine
        let chatID: String?
        /// Where it was asked for here.
        let partner: VerificationPartner?
        /// What the screen was told last.
        var told: VerificationState?

        /// Whether a device asked for it and nobody answered yet.
        func isAsked(by device: DeviceAddress?) -> Bool {
            guard case .asked = machine.state, let device else { return false }
            return machine.partner?.isSame(as: device) == true
        }
    }

    private let client: HomeserverClient
    private let encryption: EncryptionEndpoint
    private let queue: EventQueue
    private let clock: LoopClock
    private let inputs: AsyncStream<VerificationInput>
    private nonisolated let inbox: AsyncStream<VerificationInput>.Continuation
    private var running: [VerificationTransaction: Running] = [:]
    private var waking: Task<Void, Never>?

    init(client: HomeserverClient, encryption: EncryptionEndpoint, queue: EventQueue, clock: LoopClock) {
        self.client = client
        self.encryption = encryption
        self.queue = queue
        self.clock = clock
        (inputs, inbox) = AsyncStream.makeStream()
    }

    /// Takes one thing after the other, until it is cancelled.
    func run() async {
        for await input in inputs {
            await take(input)
            wakeAtDeadline()
        }
        waking?.cancel()
    }

    nonisolated func ask(_ partner: VerificationPartner) { inbox.yield(.asked(partner)) }

    nonisolated func decide(_ choice: VerificationChoice, _ transaction: VerificationTransaction) {
        inbox.yield(.decided(choice, transaction))
    }

    /// What an answer of a sync says of verifications, in its order.
    ///
    /// - Parameter opened: its encrypted events.
    nonisolated func hear(_ responses: [SyncResponse], _ opened: OpenedEvents) {
        for response in responses {
            for message in response.deviceMessages where VerificationType(rawValue: message.type) != nil {
                inbox.yield(.fromDevice(message))
            }
            for (chatID, room) in response.joined {
                for event in room.timeline {
                    let event = opened.event(event, chatID: chatID)
                    if event.isOfVerification { inbox.yield(.fromChat(event, chatID: chatID)) }
                }
            }
        }
    }

    private func take(_ input: VerificationInput) async {
        switch input {
        case .fromDevice(let message): await take(message)
        case .fromChat(let event, let chatID): await take(event, in: chatID)
        case .asked(let partner):
            do {
                try await begin(with: partner)
            } catch {
                await queue.post(VerificationEvent.failed(partner, VerificationProblem(error)))
            }
        case .decided(let choice, let transaction):
            await change(transaction) { $0.decide(choice, at: $1) }
        case .timeCame:
            for transaction in running.keys { await change(transaction) { $0.passTime(to: $1) } }
        }
    }

    // MARK: Asking

    private func begin(with partner: VerificationPartner) async throws {
        guard let own = try await encryption.verifyingDevice() else { throw VerificationProblem.withoutKeys }
        switch partner {
        case .ownDevice(let deviceID):
            let other = try await encryption.verifyingPerson(own.address.userID, deviceID: deviceID)
            guard let other, !other.isWithoutDevices else { throw VerificationProblem.nobodyToAsk }
            let (machine, messages) = try VerificationMachine.request(by: own, to: other, at: encryption.now())
            add(machine, chatID: nil, partner)
            await send(messages, of: machine.transaction)
            await tell(machine.transaction)
        case .person(let userID, let chatID):
            let other = try await encryption.verifyingPerson(userID)
            guard let other, !other.isWithoutDevices else { throw VerificationProblem.nobodyToAsk }
            let content = VerificationRequest.roomContent(
                from: own.address, to: userID, body: VerificationPartner.requestText)
            let eventID = try await send("m.room.message", content, chatID: chatID)
            let machine = try VerificationMachine(roomRequest: eventID, by: own, to: other, at: encryption.now())
            add(machine, chatID: chatID, partner)
            await tell(machine.transaction)
        }
    }

    private func add(_ machine: VerificationMachine, chatID: String?, _ partner: VerificationPartner? = nil) {
        running[machine.transaction] = Running(machine: machine, chatID: chatID, partner: partner)
    }

    // MARK: Hearing

    private func take(_ message: DeviceMessage) async {
        guard
            let received = ReceivedVerificationMessage(
                sender: message.sender, type: message.type, content: message.content),
            let transaction = VerificationTransaction(content: message.content, isInRoom: false)
        else { return }
        if running[transaction] != nil {
            return await change(transaction) { $0.receive(received, at: $1) }
        }
        switch received.type {
        case .request:
            guard let request = try? VerificationRequest(sender: message.sender, content: message.content) else {
                return
            }
            await admit(from: message.sender) { own, other, now in
                try VerificationMachine(request, own: own, other: other, at: now)
            }
        case .start:
            await admit(from: message.sender) { own, other, now in
                try VerificationMachine(received, own: own, other: other, at: now)
            }
        // Of one that this program knows nothing of any more, or never did.
        case .ready, .accept, .key, .mac, .done, .cancel: return
        }
    }

    private func take(_ event: MatrixEvent, in chatID: String) async {
        guard let sender = event.sender, let eventID = event.eventID else { return }
        if event.type == "m.room.message" {
            guard sender != encryption.userID,
                let request = try? VerificationRequest(
                    sender: sender, content: event.content, eventID: eventID, time: event.timestamp,
                    to: encryption.userID), running[request.transaction] == nil
            else { return }
            return await admit(from: sender, chatID: chatID) { own, other, now in
                try VerificationMachine(request, own: own, other: other, at: now)
            }
        }
        guard let transaction = VerificationTransaction(content: event.content, isInRoom: true),
            running[transaction]?.chatID == chatID,
            let received = ReceivedVerificationMessage(sender: sender, type: event.type, content: event.content)
        else { return }
        await change(transaction) { $0.receive(received, at: $1) }
    }

    /// Carries on what somebody else asks for. Who asks twice at once is answered neither time (client-server API, "Key verification
    /// framework").
    private func admit(
        from sender: String, chatID: String? = nil,
        _ make: (VerifyingDevice, VerifyingPerson, Int64) throws -> VerificationMachine
    ) async {
        forgetOver()
        guard running.count < Self.most else { return }
        do {
            guard let own = try await encryption.verifyingDevice(),
                let other = try await encryption.verifyingPerson(sender)
            else { return }
            let machine = try make(own, other, encryption.now())
            let earlier = running.filter { $0.value.isAsked(by: machine.partner) }.map(\.key)
            add(machine, chatID: chatID)
            guard earlier.isEmpty else {
                for transaction in earlier + [machine.transaction] {
                    await change(transaction) { $0.decide(.cancel, at: $1) }
                }
                return
            }
            await tell(machine.transaction)
        } catch {
            // It is too old, or of a device that the server doesn't tell of: nobody is asked by somebody unknown.
            return
        }
    }

    private func forgetOver() {
        running = running.filter { !$0.value.machine.state.isOver }
    }

    // MARK: Going on

    private func change(
        _ transaction: VerificationTransaction,
        _ body: (inout VerificationMachine, Int64) -> [VerificationMessage]
    ) async {
        guard var one = running[transaction], !one.machine.state.isOver else { return }
        let messages = body(&one.machine, encryption.now())
        running[transaction] = one
        await send(messages, of: transaction)
        if case .done(let keys) = one.machine.state { await keep(keys) }
        await tell(transaction)
    }

    private func keep(_ keys: VerifiedKeys) async {
        do {
            try await encryption.confirm(keys)
        } catch {
            await queue.post(VerificationEvent.hindered(VerificationProblem(error)))
        }
    }

    /// Tells the screen where something is other than it was.
    private func tell(_ transaction: VerificationTransaction) async {
        guard let one = running[transaction], one.told != one.machine.state else { return }
        running[transaction]?.told = one.machine.state
        await queue.post(VerificationEvent.changed(Verification(one.machine, chatID: one.chatID), of: one.partner))
    }

    private func wakeAtDeadline() {
        waking?.cancel()
        let open = running.values.map(\.machine).filter { !$0.state.isOver }
        guard let deadline = open.map(\.deadline).min() else { return }
        let wait = max(0, deadline - encryption.now())
        waking = Task { [clock, inbox] in
            guard (try? await clock.sleep(wait)) != nil else { return }
            inbox.yield(.timeCame)
        }
    }

    // MARK: Sending

    /// What can't be sent ends it: the other side would wait for what never comes.
    private func send(_ messages: [VerificationMessage], of transaction: VerificationTransaction) async {
        for message in messages {
            do {
                try await send(message, chatID: running[transaction]?.chatID)
            } catch {
                guard var one = running[transaction], !one.machine.state.isOver else { return }
                _ = one.machine.decide(.cancel, at: encryption.now())
                running[transaction] = one
                return await queue.post(VerificationEvent.hindered(VerificationProblem(error)))
            }
        }
    }

    private func send(_ message: VerificationMessage, chatID: String?) async throws {
        guard let devices = message.devices else {
            if let chatID { _ = try await send(message.type.rawValue, message.content, chatID: chatID) }
            return
        }
        guard !devices.isEmpty else { return }
        let people = Dictionary(grouping: devices, by: \.userID).mapValues { devices in
            Dictionary(devices.map { ($0.deviceID, message.content) }) { first, _ in first }
        }
        let transactionID = UUID().uuidString
        try await persist { [client] () async throws(MatrixClientError) in
            try await client.sendToDevices(
                type: message.type.rawValue, transactionID: transactionID, messages: people)
        }
    }

    /// - Returns: the event's identifier.
    private func send(_ type: String, _ content: JSONValue, chatID: String) async throws -> String {
        let sealed = try await encryption.sealed(type, content, chatID: chatID)
        let transactionID = UUID().uuidString
        return try await persist { [client] () async throws(MatrixClientError) in
            try await client.send(
                roomID: chatID, type: sealed.type, transactionID: transactionID, content: sealed.content)
        }
    }

    /// Tries again where the network was away for a moment.
    private func persist<Value: Sendable>(
        _ work: @Sendable () async throws(MatrixClientError) -> Value
    ) async throws -> Value {
        for pause in Self.pauses {
            do throws(MatrixClientError) {
                return try await work()
            } catch {
                guard error.isTransient else { throw error }
            }
            try await clock.sleep(pause)
        }
        return try await work()
    }
}

extension Verification {
    fileprivate init(_ machine: VerificationMachine, chatID: String?) {
        let own = machine.own.address
        self.init(
            transaction: machine.transaction, userID: machine.other.userID,
            isOwn: machine.other.userID == own.userID, deviceID: machine.partner?.deviceID, chatID: chatID,
            state: machine.state)
    }
}

extension MatrixEvent {
    /// Whether it asks for a verification, or is part of one.
    fileprivate var isOfVerification: Bool {
        guard stateKey == nil else { return false }
        if type == "m.room.message" { return content["msgtype"]?.string == VerificationType.request.rawValue }
        return VerificationType(rawValue: type) != nil
    }
}

extension VerificationProblem {
    /// Of all that can be met on the way.
    fileprivate init(_ error: any Error) {
        switch error {
        case let problem as VerificationProblem: self = problem
        case SealingProblem.identityChanged(let userIDs): self = .identityChanged(userIDs)
        case IdentityProblem.changedMeanwhile: self = .changedMeanwhile
        case SealingProblem.client(let error), IdentityProblem.client(let error): self = .failed(.server(error))
        case SealingProblem.storage(let error), IdentityProblem.storage(let error): self = .failed(.storage(error))
        case let error as MatrixClientError: self = .failed(.server(error))
        case let error as StorageError: self = .failed(.storage(error))
        // What remains is of cryptography: what is kept can't be read.
        default: self = .withoutKeys
        }
    }
}
