import Logging
import MatrixAPI
import MatrixClient
import Messenger
import Panes

/// Does what ``GuideMachine`` decides, one thing after the other.
actor GuideWorker {
    /// The guide's own account data: the chat, how far it was followed, and where the script is.
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
    /// How many things that happened are not answered yet.
    private var waitingCount = 0
    /// What was said last since the person did something: they may still be reading it.
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
        // The first words are there when the chat opens: nobody waits for somebody who pretends to type.
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
                for response in responses where await self?.take(response) != true { return false }
                return true
            },
            report: { _ in })
        following = Task { await loop.run() }
    }

    func take(_ keys: GuideKeys) { machine.keys = keys }

    func take(_ script: GuideScript) { machine.script = script }

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

    private func take(_ response: SyncResponse) async -> Bool {
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
                    // An edit says nothing new.
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

    /// Whether the person wants to talk with the guide alone: it comes into no chat of others.
    private func isCall(_ room: InvitedRoom) -> Bool {
        room.state.contains { event in
            event.type == "m.room.member" && event.stateKey == userID && event.sender == person
                && event.content["membership"]?.string == "invite" && event.content["is_direct"]?.bool == true
        }
    }

    /// What was said before the guide's last words was answered by them.
    private func isOld(_ event: MatrixEvent, _ room: JoinedRoom) -> Bool {
        guard let own = room.timeline.lastIndex(where: { $0.sender == userID && $0.type == "m.room.message" }),
            let index = room.timeline.firstIndex(of: event)
        else { return false }
        return index < own
    }

    /// Where the guide is, is kept only once all of it was done: what was cut off is done again, and the transaction identifiers
    /// keep it from being said twice.
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

    /// The chat of an invitation is known only after it was made.
    private func withInvitation(_ reached: GuideMachine) -> GuideMachine {
        var reached = reached
        if let room = machine.invitedRoomID { reached.invited(to: room) }
        return reached
    }

    /// Tries until it is done or the guide is stopped.
    private func perform(_ instruction: GuideMachine.Instruction) async {
        while !Task.isCancelled {
            do {
                return try await attempt(instruction)
            } catch {
                logger.warning("The guide could not do what it wanted and tries again: \(type(of: error))")
                // Its server is in this process: what fails there is a full disk or an end, which nobody hurries.
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
            try await Task.sleep(for: .milliseconds(GuidePace.typing(text)))
            try await say(text, transactionID: transactionID)
            try await client.setTyping(roomID: roomID, userID: userID, isTyping: false, timeoutMilliseconds: 0)
            unread = text
        case .come(let chat):
            // An invitation that was taken back stays so.
            if let joined = try? await client.join(roomIDOrAlias: chat) { self.roomID = joined }
        case .decline(let chat, let reason):
            // So does one that it is in no more.
            try? await client.leave(roomID: chat, reason: reason)
        case .invite(let name):
            let room = try await client.createRoom(CreateRoomRequest(invites: [person], name: name))
            machine.invited(to: room)
        }
    }

    /// One message at a time: the next begins once the one before can be read, or the person goes on.
    private func waitForReader() async throws {
        guard let unread else { return }
        var left = GuidePace.reading(unread)
        // In short parts: whoever goes on meanwhile waits for no more than one of them.
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
