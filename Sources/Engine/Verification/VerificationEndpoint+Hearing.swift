import MatrixAPI
import MatrixCrypto

/// Messages from the other side.
extension VerificationEndpoint {
    /// The most verifications that run at once on request of others.
    private static let most = 8
    /// The most requests of strangers that wait at once. The other places are for acquaintances.
    private static let mostOfStrangers = 4
    /// The most verifications that run at once on request of the same person.
    private static let mostOfOne = 2
    /// The most cancellations of unknown transactions that are sent to a person.
    private static let maxRefused = 8

    func handle(_ message: DeviceMessage) async {
        guard
            let received = ReceivedVerificationMessage(
                sender: message.sender, type: message.type, content: message.content),
            let transaction = VerificationTransaction(content: message.content, isInRoom: false)
        else { return }
        if running[transaction] != nil {
            return await change(transaction) { $0.receive(received, at: $1) }
        }
        if let request = held[transaction] { return await handle(received, of: request) }
        let isOwn = message.sender.isSameUser(as: encryption.userID)
        switch received.type {
        case .request:
            guard let request = try? VerificationRequest(sender: message.sender, content: message.content) else {
                return
            }
            if !isOwn {
                if let one = PendingVerificationRequest(request, chatID: nil, at: encryption.now()) { await hold(one) }
                return
            }
            await startIncoming(from: message.sender) { own, other, now in
                try VerificationMachine(request, own: own, other: other, at: now)
            }
        case .start where !isOwn:
            if let one = PendingVerificationRequest(received, transaction, at: encryption.now()) { await hold(one) }
        case .start:
            await startIncoming(from: message.sender) { own, other, now in
                try VerificationMachine(received, own: own, other: other, at: now)
            }
        case .ready, .accept, .key, .mac, .done: await refuse(transaction, received)
        case .cancel: return
        }
    }

    func handle(_ event: MatrixEvent, in chatID: String) async {
        guard let sender = event.sender, let eventID = event.eventID else { return }
        if event.type == "m.room.message" {
            guard sender != encryption.userID,
                let request = try? VerificationRequest(
                    sender: sender, content: event.content, eventID: eventID, time: event.timestamp,
                    to: encryption.userID), running[request.transaction] == nil,
                let one = PendingVerificationRequest(request, chatID: chatID, at: encryption.now())
            else { return }
            return await hold(one)
        }
        guard let transaction = VerificationTransaction(content: event.content, isInRoom: true),
            let received = ReceivedVerificationMessage(sender: sender, type: event.type, content: event.content)
        else { return }
        if let request = held[transaction] {
            if request.chatID == chatID { await handle(received, of: request) }
            return
        }
        guard running[transaction]?.chatID == chatID else { return }
        await change(transaction) { $0.receive(received, at: $1) }
    }

    /// Cancels a transaction that this device forgot in a restart, so that the other side doesn't have to wait for the
    /// timeout. Only known devices receive the cancellation.
    private func refuse(_ transaction: VerificationTransaction, _ received: ReceivedVerificationMessage) async {
        let sender = received.sender
        guard refused[sender, default: []].count < Self.maxRefused,
            let devices = try? await encryption.knownDevices(of: sender), !devices.isEmpty,
            refused[sender, default: []].insert(transaction).inserted
        else { return }
        // Most messages don't name the sender's device, so all known devices receive the cancellation. The other
        // devices don't know the transaction either.
        try? await send(.cancel(transaction, .unknownTransaction, devices: devices), chatID: nil)
    }

    /// Starts a verification that another device or person requested. Two concurrent requests by the same device are
    /// both canceled (client-server API, "Key verification framework").
    @discardableResult
    private func startIncoming(
        from sender: String, chatID: String? = nil,
        _ make: (VerifyingDevice, VerifyingPerson, Int64) throws -> VerificationMachine
    ) async -> VerificationError? {
        running = running.filter { !$0.value.machine.state.isOver }
        do {
            guard let own = try await encryption.verifyingDevice() else { return .withoutKeys }
            guard let other = try await encryption.verifyingPerson(sender) else { return .nobodyToAsk }
            let machine = try make(own, other, encryption.now())
            guard let asker = machine.partner else { return .nobodyToAsk }
            let earlier = running.filter { $0.value.isAsked(by: asker) }.map(\.key)
            let ours = running.first { $0.value.machine.isAsking(asker) }
            add(machine, chatID: chatID, nil)
            if !earlier.isEmpty {
                for transaction in earlier + [machine.transaction] { await cancel(transaction) }
            } else if let ours {
                await choose(ours.key, machine)
            } else {
                await report(machine.transaction)
            }
            return nil
        } catch is CryptoError {
            // The request is too old, or the server doesn't list the device: requests by unknown devices are refused.
            return .nobodyToAsk
        } catch {
            return VerificationError(error)
        }
    }

    /// Starts a verification that another person requested.
    ///
    /// - Returns: the reason why it failed; `nil` if it started.
    func startIncoming(_ request: PendingVerificationRequest) async -> VerificationError? {
        await startIncoming(from: request.asker.userID, chatID: request.chatID) { own, other, now in
            try request.machine(own, other, at: now)
        }
    }

    /// Chooses between two requests that both sides sent to each other; both choose the same one. If it is the
    /// other's, it counts as accepted.
    private func choose(_ ours: VerificationTransaction, _ theirs: VerificationMachine) async {
        guard let asker = theirs.partner, let partner = running[ours]?.partner, !theirs.comesBefore(asker) else {
            return await cancel(theirs.transaction)
        }
        running[theirs.transaction]?.partner = partner
        guard let seen = running[theirs.transaction]?.seen else { return }
        await queue.post(VerificationEvent.replaced(ours, by: seen))
        await cancel(ours)
        await change(theirs.transaction) { $0.decide(.accept, at: $1) }
    }

    func cancel(_ transaction: VerificationTransaction) async {
        await change(transaction) { $0.decide(.cancel, at: $1) }
    }

    /// Limits the verifications on request of others, so that they can't block each other by flooding. Strangers
    /// leave room for acquaintances. Own devices don't count and aren't limited.
    func hasCapacity(for request: PendingVerificationRequest) -> Bool {
        running = running.filter { !$0.value.machine.state.isOver }
        let askers =
            running.values.filter { $0.partner == nil && !$0.seen.isOwn }.map(\.machine.other.userID)
            + held.values.map(\.asker.userID)
        let same = askers.count { $0.isSameUser(as: request.asker.userID) }
        guard askers.count < Self.most, same < Self.mostOfOne else { return false }
        return !request.isByStranger || held.values.count(where: \.isByStranger) < Self.mostOfStrangers
    }
}

extension String {
    /// Compares by bytes, as Swift treats strings as equal that servers distinguish.
    fileprivate func isSameUser(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
