import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage
import Synchronization

/// Carries on the verifications of this device, as ``VerificationMachine`` decides (client-server API, "Key verification framework").
///
/// They live in memory: where the program ends, the other sides are told, and after a crash they are once they go on.
actor VerificationEndpoint {
    let client: HomeserverClient
    let encryption: EncryptionEndpoint
    let clock: LoopClock
    let queue: EventQueue
    private let inputs: AsyncStream<VerificationInput>
    private nonisolated let inbox: AsyncStream<VerificationInput>.Continuation
    var running: [VerificationTransaction: RunningVerification] = [:]
    /// Requests of other people that nobody answered here.
    var held: [VerificationTransaction: HeldRequest] = [:]
    /// How many questions of people were shown, by Matrix ID, and since when, milliseconds since 1970.
    var counts: [String: (since: Int64, count: Int)] = [:]
    /// What was answered because nothing is known of it, by who said it.
    var refused: [String: Set<VerificationTransaction>] = [:]
    private var waking: Task<Void, Never>?
    /// Rises with each thing that a person asks for, and where they ask for nothing any more.
    private nonisolated let wishes = Mutex(0)

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

    /// Ends what goes on, and tells the other sides so as far as that goes out in a moment: nobody waits for a network to leave. What
    /// somebody asks here can be answered by another device, or later.
    func finish() async {
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

    /// In milliseconds.
    private static let longestEnd: Int64 = 1_000

    nonisolated func ask(_ partner: VerificationPartner) { inbox.yield(.asked(partner, wish: wish())) }

    /// What was asked for and did not begin yet is not wanted any more.
    nonisolated func withdraw() { _ = wish() }

    /// What somebody asks who is not to be heard.
    nonisolated func forget(_ transaction: VerificationTransaction) { inbox.yield(.forgotten(transaction)) }

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
                hear(room.timeline.map { opened.event($0, chatID: chatID) }, chatID: chatID)
            }
        }
    }

    /// What was said in a chat, in its order.
    nonisolated func hear(_ events: [MatrixEvent], chatID: String) {
        for event in events where event.isOfVerification { inbox.yield(.fromChat(event, chatID: chatID)) }
    }

    private func take(_ input: VerificationInput) async {
        switch input {
        case .fromDevice(let message): await take(message)
        case .fromChat(let event, let chatID): await take(event, in: chatID)
        case .asked(let partner, let wish):
            do {
                try await begin(with: partner, wish)
            } catch {
                guard isWanted(wish) else { return }
                await queue.post(VerificationEvent.failed(partner, VerificationProblem(error)))
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

    // MARK: Asking

    /// Asks, or takes what the other side asks already.
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
        guard let own = try await encryption.verifyingDevice() else { throw VerificationProblem.withoutKeys }
        let transaction: VerificationTransaction
        switch partner {
        case .ownDevice(let deviceID):
            let other = try await encryption.verifyingPerson(own.address.userID, deviceID: deviceID)
            guard let other, !other.isWithoutDevices else { throw VerificationProblem.nobodyToAsk }
            guard isWanted(wish) else { return }
            let (machine, messages) = try VerificationMachine.request(by: own, to: other, at: encryption.now())
            transaction = machine.transaction
            add(machine, chatID: nil, partner)
            await send(messages, of: transaction)
        case .person(let userID, let chatID):
            let other = try await encryption.verifyingPerson(userID)
            guard let other, !other.isWithoutDevices else { throw VerificationProblem.nobodyToAsk }
            guard isWanted(wish) else { return }
            let content = VerificationRequest.roomContent(
                from: own.address, to: userID, body: VerificationPartner.requestText)
            let eventID = try await send("m.room.message", content, chatID: chatID)
            let machine = try VerificationMachine(roomRequest: eventID, by: own, to: other, at: encryption.now())
            transaction = machine.transaction
            add(machine, chatID: chatID, partner)
        }
        if isWanted(wish) { return await tell(transaction) }
        // Nobody looks at it: what somebody asks for next may be with the same partner.
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

    // MARK: Going on

    func change(
        _ transaction: VerificationTransaction,
        _ body: (inout VerificationMachine, Int64) -> [VerificationMessage]
    ) async {
        guard var one = running[transaction], !one.machine.state.isOver else { return }
        let messages = body(&one.machine, encryption.now())
        running[transaction] = one
        await send(messages, of: transaction)
        if case .done(let keys) = one.machine.state { await keep(keys, of: transaction) }
        await tell(transaction)
    }

    private func keep(_ keys: VerifiedKeys, of transaction: VerificationTransaction) async {
        do {
            try await encryption.confirm(keys)
        } catch {
            running[transaction]?.problem = VerificationProblem(error)
        }
    }

    /// Tells the screen where something is other than it was.
    func tell(_ transaction: VerificationTransaction) async {
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
    /// Whether it asks for a verification, or is part of one.
    fileprivate var isOfVerification: Bool {
        guard stateKey == nil else { return false }
        if type == "m.room.message" { return content["msgtype"]?.string == VerificationType.request.rawValue }
        return VerificationType(rawValue: type) != nil
    }
}
