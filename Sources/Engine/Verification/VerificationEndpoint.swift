import MatrixAPI
package import MatrixClient
package import MatrixCrypto
import Synchronization

/// Runs the verifications of this device by a ``VerificationMachine`` (client-server API, "Key
/// verification framework").
///
/// Verifications exist in memory only. When the program ends, the other sides receive a cancellation; after a crash
/// they receive it in response to their next message.
package actor VerificationEndpoint {
    let client: HomeserverClient
    let encryption: EncryptionEndpoint
    let clock: LoopClock
    let queue: EventQueue
    private let inputs: AsyncStream<VerificationInput>
    private nonisolated let inbox: AsyncStream<VerificationInput>.Continuation
    var running: [VerificationTransaction: RunningVerification] = [:]
    /// Requests of other people that weren't answered here.
    var held: [VerificationTransaction: PendingVerificationRequest] = [:]
    /// The number of requests shown per person, by Matrix ID, and the time of the first in milliseconds since 1970.
    var counts: [String: (since: Int64, count: Int)] = [:]
    /// Unknown transactions that were canceled, by sender.
    var refused: [String: Set<VerificationTransaction>] = [:]
    private var waking: Task<Void, Never>?
    private let requestText: String
    /// Increases with each request by the user, and when the user withdraws it.
    private nonisolated let wishes = Mutex(0)

    /// - Parameter requestText: The text of a request in a chat, for clients that show it as a message.
    package init(
        client: HomeserverClient, encryption: EncryptionEndpoint, queue: EventQueue, clock: LoopClock,
        requestText: String
    ) {
        self.client = client
        self.encryption = encryption
        self.queue = queue
        self.clock = clock
        self.requestText = requestText
        (inputs, inbox) = AsyncStream.makeStream()
    }

    /// Handles one input after the other until it is canceled.
    package func run() async {
        for await input in inputs {
            await handle(input)
            wakeAtDeadline()
        }
        waking?.cancel()
    }

    /// Cancels running verifications and notifies the other sides, within a second: the end of the program must not
    /// wait for the network. Waiting requests stay, as another device may answer them, or this one later.
    package func finish() async {
        withdraw()
        let going = running.filter { $0.value.machine.state.isGoingOn }.map(\.key)
        guard !going.isEmpty else { return }
        await withTaskGroup { group in
            group.addTask { [clock] in try? await clock.sleep(Self.longestEnd) }
            group.addTask { for transaction in going { await self.cancel(transaction) } }
            await group.next()
            group.cancelAll()
        }
    }

    /// The longest time for the cancellations in ``finish()``, in milliseconds.
    private static let longestEnd: Int64 = 1_000

    package nonisolated func ask(_ partner: VerificationPartner) { inbox.yield(.asked(partner, wish: wish())) }

    /// Withdraws a request by the user that hasn't started yet.
    package nonisolated func withdraw() { _ = wish() }

    /// Ignores a request, such as one by an ignored person.
    package nonisolated func forget(_ transaction: VerificationTransaction) { inbox.yield(.forgotten(transaction)) }

    package nonisolated func decide(_ choice: VerificationChoice, _ transaction: VerificationTransaction) {
        inbox.yield(.decided(choice, transaction))
    }

    /// Handles the verification messages of sync responses in order.
    ///
    /// - Parameter opened: the encrypted events of the responses, decrypted if possible.
    nonisolated func handle(_ responses: [SyncResponse], _ opened: DecryptedEvents) {
        for response in responses {
            for message in response.deviceMessages where VerificationType(rawValue: message.type) != nil {
                inbox.yield(.fromDevice(message))
            }
            for (chatID, room) in response.joined {
                handle(room.timeline.map { opened.event($0, chatID: chatID) }, chatID: chatID)
            }
        }
    }

    /// Handles the verification events of a chat in order.
    nonisolated func handle(_ events: [MatrixEvent], chatID: String) {
        for event in events where event.isOfVerification { inbox.yield(.fromChat(event, chatID: chatID)) }
    }

    private func handle(_ input: VerificationInput) async {
        switch input {
        case .fromDevice(let message): await handle(message)
        case .fromChat(let event, let chatID): await handle(event, in: chatID)
        case .asked(let partner, let wish):
            do {
                try await begin(with: partner, wish)
            } catch {
                guard isWanted(wish) else { return }
                await queue.post(VerificationEvent.failed(partner, VerificationError(error)))
            }
        case .decided(let choice, let transaction):
            if let request = held[transaction] { return await answer(request, choice) }
            await change(transaction) { $0.decide(choice, at: $1) }
        case .forgotten(let transaction):
            running[transaction] = nil
            held[transaction] = nil
        case .timeCame:
            await dropOverdue()
            for transaction in running.keys { await change(transaction) { $0.passTime(to: $1) } }
        }
    }

    // MARK: Requests

    /// Sends a request, or accepts one that the other side has already sent.
    private func begin(with partner: VerificationPartner, _ wish: Int) async throws {
        if let asked = running.first(where: { $0.value.isAsked(by: partner, ownUserID: encryption.userID) })?.key {
            guard isWanted(wish) else { return }
            running[asked]?.partner = partner
            return await change(asked) { $0.decide(.accept, at: $1) }
        }
        if case .person(let userID, _) = partner,
            let request = held.values.first(where: { $0.isPossible && $0.asker.userID == userID })
        {
            guard isWanted(wish) else { return }
            return await answer(request, .accept, for: partner)
        }
        guard let own = try await encryption.verifyingDevice() else { throw VerificationError.withoutKeys }
        let transaction: VerificationTransaction
        switch partner {
        case .ownDevice(let deviceID):
            let other = try await encryption.verifyingPerson(own.address.userID, deviceID: deviceID)
            guard let other, !other.isWithoutDevices else { throw VerificationError.nobodyToAsk }
            guard isWanted(wish) else { return }
            let (machine, messages) = try VerificationMachine.request(by: own, to: other, at: encryption.now())
            transaction = machine.transaction
            add(machine, chatID: nil, partner)
            await send(messages, of: transaction)
        case .person(let userID, let chatID):
            let other = try await encryption.verifyingPerson(userID)
            guard let other, !other.isWithoutDevices else { throw VerificationError.nobodyToAsk }
            guard isWanted(wish) else { return }
            let content = VerificationRequest.roomContent(
                from: own.address, to: userID, body: requestText)
            let eventID = try await send("m.room.message", content, chatID: chatID)
            let machine = try VerificationMachine(roomRequest: eventID, by: own, to: other, at: encryption.now())
            transaction = machine.transaction
            add(machine, chatID: chatID, partner)
        }
        if isWanted(wish) { return await report(transaction) }
        // The user withdrew it meanwhile. Without a partner it can't be mistaken for the user's next request.
        running[transaction]?.partner = nil
        await change(transaction) { $0.decide(.cancel, at: $1) }
    }

    private nonisolated func wish() -> Int {
        wishes.withLock { number in
            number += 1
            return number
        }
    }

    private func isWanted(_ wish: Int) -> Bool { wishes.withLock { $0 == wish } }

    func add(_ machine: VerificationMachine, chatID: String?, _ partner: VerificationPartner? = nil) {
        running[machine.transaction] = RunningVerification(machine: machine, chatID: chatID, partner: partner)
    }

    // MARK: Progress

    func change(
        _ transaction: VerificationTransaction,
        _ body: (inout VerificationMachine, Int64) -> [VerificationMessage]
    ) async {
        guard var one = running[transaction], !one.machine.state.isOver else { return }
        let messages = body(&one.machine, encryption.now())
        running[transaction] = one
        await send(messages, of: transaction)
        if case .done(let keys) = one.machine.state { await store(keys, of: transaction) }
        await report(transaction)
    }

    private func store(_ keys: VerifiedKeys, of transaction: VerificationTransaction) async {
        do {
            try await encryption.confirm(keys)
        } catch {
            running[transaction]?.problem = VerificationError(error)
        }
    }

    /// Reports a change to the screen.
    func report(_ transaction: VerificationTransaction) async {
        guard let one = running[transaction], one.told != one.seen else { return }
        running[transaction]?.told = one.seen
        await queue.post(VerificationEvent.changed(one.seen, of: one.partner))
    }

    private func wakeAtDeadline() {
        waking?.cancel()
        let open = running.values.map(\.machine).filter { !$0.state.isOver }
        guard let deadline = (open.map(\.deadline) + held.values.map(\.deadline)).min() else { return }
        let wait = max(0, deadline - encryption.now())
        waking = Task { [clock, inbox] in
            guard (try? await clock.sleep(wait)) != nil else { return }
            inbox.yield(.timeCame)
        }
    }
}

extension MatrixEvent {
    /// Whether it is a verification request or part of a verification.
    fileprivate var isOfVerification: Bool {
        guard stateKey == nil else { return false }
        if type == "m.room.message" { return content["msgtype"]?.string == VerificationType.request.rawValue }
        return VerificationType(rawValue: type) != nil
    }
}

/// A verification in progress in a ``VerificationEndpoint``.
struct RunningVerification {
    var machine: VerificationMachine
    let chatID: String?
    /// The partner, if this side requested it.
    var partner: VerificationPartner?
    /// The state that was last reported to the screen.
    var told: Verification?
    /// The error of a message that couldn't be sent, or of a result that couldn't be stored.
    var problem: VerificationError?

    /// Returns whether a device requested it and there was no answer yet.
    func isAsked(by device: DeviceAddress) -> Bool {
        guard case .asked = machine.state else { return false }
        return machine.partner?.isSame(as: device) == true
    }

    /// Returns whether a partner whom the user wants to verify already requested it.
    func isAsked(by partner: VerificationPartner, ownUserID: String) -> Bool {
        guard case .asked(let device, isPossible: true) = machine.state else { return false }
        return switch partner {
        case .ownDevice(let deviceID):
            device.userID == ownUserID && (deviceID == nil || deviceID == device.deviceID)
        case .person(let userID, _): device.userID == userID
        }
    }

    /// The form that the screen shows.
    var seen: Verification {
        Verification(
            transaction: machine.transaction, userID: machine.other.userID,
            isOwn: machine.other.userID == machine.own.address.userID, deviceID: machine.partner?.deviceID,
            chatID: chatID, state: machine.state, problem: problem)
    }
}

/// The inputs of a ``VerificationEndpoint``, handled in order.
enum VerificationInput: Sendable {
    case fromDevice(DeviceMessage)
    /// An event of a chat, decrypted if it was encrypted.
    case fromChat(MatrixEvent, chatID: String)
    /// - Parameter wish: the number of the user's request; an earlier one is no longer valid.
    case asked(VerificationPartner, wish: Int)
    case forgotten(VerificationTransaction)
    case decided(VerificationChoice, VerificationTransaction)
    case timeCame
}
