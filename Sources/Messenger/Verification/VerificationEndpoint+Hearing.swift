import MatrixAPI
import MatrixClient
import MatrixCrypto

/// What comes from the other side.
extension VerificationEndpoint {
    /// How many are carried on at once that others ask for.
    private static let most = 8
    /// And of one person.
    private static let mostOfOne = 2
    /// How often somebody is told that nothing is known of what they talk about.
    private static let mostRefused = 8

    func take(_ message: DeviceMessage) async {
        guard
            let received = ReceivedVerificationMessage(
                sender: message.sender, type: message.type, content: message.content),
            let transaction = VerificationTransaction(content: message.content, isInRoom: false)
        else { return }
        if running[transaction] != nil {
            return await change(transaction) { $0.receive(received, at: $1) }
        }
        if let request = held[transaction] { return await hear(received, of: request) }
        let isOwn = message.sender.isSameUser(as: encryption.userID)
        switch received.type {
        case .request:
            guard let request = try? VerificationRequest(sender: message.sender, content: message.content) else {
                return
            }
            if !isOwn {
                if let one = HeldRequest(request, chatID: nil, at: encryption.now()) { await hold(one) }
                return
            }
            await admit(from: message.sender) { own, other, now in
                try VerificationMachine(request, own: own, other: other, at: now)
            }
        case .start where !isOwn:
            if let one = HeldRequest(received, transaction, at: encryption.now()) { await hold(one) }
        case .start:
            await admit(from: message.sender) { own, other, now in
                try VerificationMachine(received, own: own, other: other, at: now)
            }
        case .ready, .accept, .key, .mac, .done: await refuse(transaction, received)
        case .cancel: return
        }
    }

    func take(_ event: MatrixEvent, in chatID: String) async {
        guard let sender = event.sender, let eventID = event.eventID else { return }
        if event.type == "m.room.message" {
            guard sender != encryption.userID,
                let request = try? VerificationRequest(
                    sender: sender, content: event.content, eventID: eventID, time: event.timestamp,
                    to: encryption.userID), running[request.transaction] == nil,
                let one = HeldRequest(request, chatID: chatID, at: encryption.now())
            else { return }
            return await hold(one)
        }
        guard let transaction = VerificationTransaction(content: event.content, isInRoom: true),
            let received = ReceivedVerificationMessage(sender: sender, type: event.type, content: event.content)
        else { return }
        if let request = held[transaction] {
            if request.chatID == chatID { await hear(received, of: request) }
            return
        }
        guard running[transaction]?.chatID == chatID else { return }
        await change(transaction) { $0.receive(received, at: $1) }
    }

    /// A restart forgets what was begun, and the other side need not wait until its time is over. Only a device that is known is told so.
    private func refuse(_ transaction: VerificationTransaction, _ received: ReceivedVerificationMessage) async {
        let sender = received.sender
        guard refused[sender, default: []].count < Self.mostRefused,
            let devices = try? await encryption.knownDevices(of: sender), !devices.isEmpty,
            refused[sender, default: []].insert(transaction).inserted
        else { return }
        // Most messages don't say which device they are of. The others know nothing of it either.
        try? await send(.cancel(transaction, .unknownTransaction, devices: devices), chatID: nil)
    }

    /// Carries on what another device, or somebody else, asks for. Who asks twice at once is answered neither time (client-server API, "Key verification
    /// framework").
    @discardableResult
    private func admit(
        from sender: String, chatID: String? = nil,
        _ make: (VerifyingDevice, VerifyingPerson, Int64) throws -> VerificationMachine
    ) async -> VerificationProblem? {
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
                await tell(machine.transaction)
            }
            return nil
        } catch is CryptoError {
            // It is too old, or of a device that the server doesn't tell of: nobody is asked by somebody unknown.
            return .nobodyToAsk
        } catch {
            return VerificationProblem(error)
        }
    }

    /// Carries on what somebody else asked for.
    ///
    /// - Returns: why it can't be; `nil` where it can.
    func admit(_ request: HeldRequest) async -> VerificationProblem? {
        await admit(from: request.asker.userID, chatID: request.chatID) { own, other, now in
            try request.machine(own, other, at: now)
        }
    }

    /// Both sides ask each other, and go on with what one of them asked: the same on both sides. That of the other is as good as accepted.
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

    /// A stranger can ask without end, who must not keep others from asking, and nobody keeps one's own devices from it.
    func hasRoom(for sender: String) -> Bool {
        running = running.filter { !$0.value.machine.state.isOver }
        let strangers =
            running.values.filter { $0.partner == nil && !$0.seen.isOwn }.map(\.machine.other.userID)
            + held.values.map(\.asker.userID)
        let same = strangers.count { $0.isSameUser(as: sender) }
        return strangers.count < Self.most && same < Self.mostOfOne
    }
}

extension String {
    /// By bytes: Swift takes texts for equal that servers tell apart.
    fileprivate func isSameUser(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
