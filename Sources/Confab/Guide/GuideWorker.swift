import Logging
import MatrixAPI
import MatrixClient
import Messenger
import Panes

/// Performs the instructions of ``GuideMachine`` in order.
actor GuideWorker {
    /// The guide's own account data: the chat, the position of the sync, and the state of the script.
    private static let progressType = "im.confab.guide"

    private let client: HomeserverClient
    private let userID: String
    private let person: String
    private let logger: Logger
    private var machine: GuideMachine
    private var roomID: String?
    private var since: String?
    private var following: Task<Void, Never>?
    private var work: Task<Void, Never>?
    private var isStopped = false
    /// The number of events that are not handled yet.
    private var waitingCount = 0
    /// The last message since the user's last event. The user may still be reading it.
    private var unread: String?

    init(client: HomeserverClient, userID: String, person: String, script: GuideScript, logger: Logger) {
        self.client = client
        self.userID = userID
        self.person = person
        self.logger = logger
        machine = GuideMachine(script: script)
    }

    func beginChat(join: @escaping @MainActor (String) async throws -> Void) async throws {
        try await restore()
        let chat: String
        if let roomID {
            chat = roomID
        } else {
            let request = CreateRoomRequest(invites: [person], isDirect: true, preset: .trustedPrivateChat)
            chat = try await client.createRoom(request)
            roomID = chat
            try await save(machine, since: since)
        }
        try await join(chat)
        try await client.setAccountData(userID: userID, type: "m.direct", content: .object([person: [.string(chat)]]))
        // The first messages are sent without the typing delay, so that they are there when the chat opens.
        for case .say(let text, let transactionID) in machine.handle(.began) {
            try await say(text, transactionID: transactionID)
        }
        try await save(machine, since: since)
    }

    func start() async {
        guard following == nil, !isStopped else { return }
        do {
            try await restore()
        } catch {
            logger.warning("The guide can't remember where it was: \(type(of: error))")
        }
        let loop = SyncLoop(
            client: client, filter: nil, since: since, logger: logger,
            apply: { [weak self] responses in
                for response in responses where await self?.process(response) != true { return false }
                return true
            },
            report: { _ in })
        following = Task { await loop.run() }
    }

    func apply(_ keys: GuideKeys) { machine.keys = keys }

    func replace(_ script: GuideScript) { machine.script = script }

    func notice(_ step: OnboardingStep) {
        switch step {
        case .openedHelp: handle(.openedHelp)
        case .switchedChat: handle(.switchedChat)
        }
    }

    func notice(_ action: ActionID) {
        if machine.isNews(action) { handle(.did(action)) }
    }

    func stop() async {
        isStopped = true
        following?.cancel()
        work?.cancel()
        await following?.value
        await work?.value
    }

    private func process(_ response: SyncResponse) async -> Bool {
        let isFirst = since == nil
        since = response.nextBatch
        for (chat, room) in response.invited {
            handle(isCall(room) ? .calledBack(roomID: chat) : .invitedElsewhere(roomID: chat))
        }
        for (chat, room) in response.joined {
            for event in room.timeline where event.sender == person {
                if chat == roomID, !isFirst { notice(event) }
                if event.type == "m.room.member", event.content["membership"]?.string == "join" {
                    handle(.joined(roomID: chat))
                } else if chat == roomID, event.type == "m.room.message", let eventID = event.eventID,
                    !isFirst || !isOld(event, room)
                {
                    let relation = event.content["m.relates_to"]
                    // An edit is not a new message.
                    if relation?["rel_type"]?.string == "m.replace" { continue }
                    handle(
                        .message(
                            eventID: eventID, text: event.content["body"]?.string ?? "",
                            isReply: relation?["m.in_reply_to"] != nil))
                }
            }
        }
        return !isStopped
    }

    private func notice(_ event: MatrixEvent) {
        for discovery in GuideDiscovery.all(in: event) { handle(.found(discovery)) }
    }

    /// Whether the invitation is to a direct chat with the user. The guide joins no other chats.
    private func isCall(_ room: InvitedRoom) -> Bool {
        room.state.contains { event in
            event.type == "m.room.member" && event.stateKey == userID && event.sender == person
                && event.content["membership"]?.string == "invite" && event.content["is_direct"]?.bool == true
        }
    }

    /// Whether a message precedes the guide's last message. The guide has then answered it already.
    private func isOld(_ event: MatrixEvent, _ room: JoinedRoom) -> Bool {
        guard let own = room.timeline.lastIndex(where: { $0.sender == userID && $0.type == "m.room.message" }),
            let index = room.timeline.firstIndex(of: event)
        else { return false }
        return index < own
    }

    /// Handles an event. The state is saved only after all instructions are done: after an interruption they are
    /// repeated, and the transaction identifiers prevent duplicate messages.
    private func handle(_ input: GuideMachine.Input) {
        let instructions = machine.handle(input)
        let reached = machine
        let token = since
        let previous = work
        waitingCount += 1
        work = Task {
            await previous?.value
            unread = nil
            for instruction in instructions { await perform(instruction) }
            if !Task.isCancelled { try? await save(withInvitation(reached), since: token) }
            waitingCount -= 1
        }
    }

    /// Returns the state with the chat of the invitation, which is known only after it was created.
    private func withInvitation(_ reached: GuideMachine) -> GuideMachine {
        var reached = reached
        if let room = machine.invitedRoomID { reached.invited(to: room) }
        return reached
    }

    /// Retries until the instruction is done or the guide is stopped.
    private func perform(_ instruction: GuideMachine.Instruction) async {
        while !Task.isCancelled {
            do {
                return try await attempt(instruction)
            } catch {
                logger.warning("The guide could not do what it wanted and tries again: \(type(of: error))")
                // The server runs in this process. A failure means a full disk or the end of the
                // program, so a retry can wait.
                try? await Task.sleep(for: .seconds(2))
            }
        }
    }

    private func attempt(_ instruction: GuideMachine.Instruction) async throws {
        guard let roomID else { return }
        switch instruction {
        case .read(let eventID):
            try await client.setMainRead(roomID: roomID, eventID: eventID, isPrivate: false)
        case .say(let text, let transactionID):
            try await waitForReader()
            try await client.setTyping(roomID: roomID, userID: userID, isTyping: true, timeoutMilliseconds: 5_000)
            // The typing notification stays as long as a person would type the text.
            try await Task.sleep(for: .milliseconds(GuidePace.typing(text)))
            try await say(text, transactionID: transactionID)
            try await client.setTyping(roomID: roomID, userID: userID, isTyping: false, timeoutMilliseconds: 0)
            unread = text
        case .come(let chat):
            // A failure means that the invitation was withdrawn.
            if let joined = try? await client.join(roomIDOrAlias: chat) { self.roomID = joined }
        case .decline(let chat, let reason):
            // This may fail too if the guide is no longer invited.
            try? await client.leave(roomID: chat, reason: reason)
        case .invite(let name):
            let room = try await client.createRoom(CreateRoomRequest(invites: [person], name: name))
            machine.invited(to: room)
        }
    }

    /// Waits until the user has had time to read the last message, or reacts to it.
    private func waitForReader() async throws {
        guard let unread else { return }
        var left = GuidePace.reading(unread)
        // The wait is split, so that a reaction is handled after at most one part.
        while left > 0, waitingCount == 1 {
            try await Task.sleep(for: .milliseconds(min(left, 200)))
            left -= 200
        }
    }

    private func say(_ text: String, transactionID: String) async throws {
        guard let roomID else { return }
        _ = try await client.send(
            roomID: roomID, type: "m.room.message", transactionID: transactionID,
            content: ["msgtype": "m.text", "body": .string(text), "m.mentions": [:]])
    }

    private func restore() async throws {
        guard let kept = try await client.accountData(userID: userID, type: GuideWorker.progressType) else { return }
        roomID = kept["room"]?.string
        since = kept["since"]?.string
        machine.restore(from: kept)
    }

    private func save(_ reached: GuideMachine, since: String?) async throws {
        var progress = reached.json
        if let roomID { progress["room"] = .string(roomID) }
        if let since { progress["since"] = .string(since) }
        try await client.setAccountData(userID: userID, type: GuideWorker.progressType, content: progress)
    }
}

/// The delays for reading and typing, in milliseconds.
enum GuidePace {
    /// A delay long enough for the user to notice *types…*, which the guide teaches.
    static func typing(_ text: String) -> Int { min(1_500, 500 + text.count * 8) }

    /// The reading time at about 300 words a minute, up to a limit.
    static func reading(_ text: String) -> Int { min(4_000, 600 + text.count * 25) }
}
