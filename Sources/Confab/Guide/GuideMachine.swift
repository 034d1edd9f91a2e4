import MatrixAPI
import Panes

/// Decides the guide's next step. It keeps the state and performs nothing itself.
struct GuideMachine: Equatable {
    enum Input: Equatable {
        /// The chat exists and is empty.
        case began
        /// The user sent a message to the guide.
        case message(eventID: String, text: String = "", isReply: Bool = false)
        /// The user joined a chat.
        case joined(roomID: String)
        case openedHelp
        case switchedChat
        /// The user used a feature, for the first time or again.
        case found(GuideDiscovery)
        /// The user triggered an action in any chat.
        case did(ActionID)
        /// The user had left and created another chat with the guide.
        case calledBack(roomID: String)
        /// The guide was invited by somebody else, or by the user to a group.
        case invitedElsewhere(roomID: String)
    }

    enum Instruction: Equatable {
        /// Sends a read receipt for a message.
        case read(eventID: String)
        /// Shows the typing notice briefly, then sends the text. The transaction identifier prevents duplicates.
        case say(String, transactionID: String)
        /// Joins a chat that the user created.
        case come(roomID: String)
        /// Declines an invitation with a reason.
        case decline(roomID: String, reason: String)
        /// Creates a chat with this name and invites the user.
        case invite(name: String)
    }

    /// The script. It may be replaced by another with the same steps.
    var script: GuideScript
    private(set) var step: Int
    private(set) var hasHinted: Bool
    /// The chat of the step's invitation, after it was created.
    private(set) var invitedRoomID: String?
    /// The features that the user found or that the guide explained, by ``GuideScript/Find/id``.
    private(set) var found: Set<String> = []
    /// The names of keys.
    var keys: GuideKeys

    init(script: GuideScript, keys: GuideKeys = .standard) {
        self.script = script
        self.keys = keys
        step = -1
        hasHinted = false
    }

    mutating func handle(_ input: Input) -> [Instruction] {
        switch input {
        case .began:
            return step < 0 ? advance() : []
        case .message(let eventID, let text, _):
            return [.read(eventID: eventID)] + (answer(to: text, eventID) ?? (isMet(by: input) ? advance() : hint()))
        case .joined, .openedHelp, .switchedChat:
            if input == .openedHelp { found.insert(GuideDiscovery.help.rawValue) }
            if input == .switchedChat { found.insert(GuideDiscovery.chats.rawValue) }
            return isMet(by: input) ? advance() : []
        case .found(let discovery):
            found.insert(discovery.rawValue)
            return []
        case .did(let action):
            found.formUnion(finds(by: action))
            return []
        case .calledBack(let roomID):
            let words = script.comeback.map { [say($0, "guide-back-\(roomID)")] } ?? []
            return [.come(roomID: roomID)] + words
        case .invitedElsewhere(let roomID):
            return [.decline(roomID: roomID, reason: keys.filled(script.declining ?? ""))]
        }
    }

    /// Whether the action shows that the user knows a feature that isn't in ``found`` yet.
    func isNews(_ action: ActionID) -> Bool { !finds(by: action).isSubset(of: found) }

    private func finds(by action: ActionID) -> Set<String> {
        Set(script.finds.filter { $0.foundBy.contains(action.name) }.map(\.id))
    }

    mutating func invited(to roomID: String) { invitedRoomID = roomID }

    private var current: GuideScript.Step? { script.steps.indices.contains(step) ? script.steps[step] : nil }

    private func isMet(by input: Input) -> Bool {
        switch (current?.goal, input) {
        case (.replied, .message(_, _, let isReply)): isReply
        case (.sent, .message), (.openedHelp, .openedHelp), (.switchedChat, .switchedChat): true
        case (.joined, .joined(let roomID)): roomID == invitedRoomID
        default: false
        }
    }

    private mutating func advance() -> [Instruction] {
        guard step + 1 < script.steps.count else { return [] }
        step += 1
        hasHinted = false
        guard let current else { return [] }
        let invitation = current.invitation.map { [Instruction.invite(name: $0)] } ?? []
        return invitation
            + current.say.enumerated().map { say($1, "guide-\(step)-\($0)") }
    }

    /// Answers a question about the program; `nil` if the text is no question. The step continues later.
    private mutating func answer(to text: String, _ eventID: String) -> [Instruction]? {
        let answers = GuideAnswers(script: script, keys: keys)
        if answers.asksForMore(text) { return [say(nextFind(), "guide-more-\(eventID)")] }
        return answers.answer(to: text).map { [.say($0, transactionID: "guide-answer-\(eventID)")] }
    }

    /// Gives the hint once a step. A user who only wants to write is not asked again.
    private mutating func hint() -> [Instruction] {
        guard let hint = current?.hint, !hasHinted else { return [] }
        hasHinted = true
        return [say(hint, "guide-\(step)-hint")]
    }

    /// Returns the next feature that the user has not found: first of the tour, then of the rest.
    private mutating func nextFind() -> String {
        if let current, current.goal != .none { return current.hint ?? current.say.last ?? "" }
        guard let find = script.finds.first(where: { !found.contains($0.id) }) else { return script.nothingLeft ?? "" }
        found.insert(find.id)
        return find.say
    }

    private func say(_ text: String, _ transactionID: String) -> Instruction {
        .say(keys.filled(text), transactionID: transactionID)
    }
}

extension GuideMachine {
    /// The state, as it is saved in the guide's account data.
    var json: JSONValue {
        var json: JSONValue = ["step": .integer(Int64(step)), "hinted": .bool(hasHinted)]
        if !found.isEmpty { json["found"] = .array(found.sorted().map { .string($0) }) }
        if let invitedRoomID { json["invited_room"] = .string(invitedRoomID) }
        return json
    }

    mutating func restore(from json: JSONValue) {
        step = json["step"]?.integer.map { min(max(Int(clamping: $0), -1), script.steps.count - 1) } ?? step
        hasHinted = json["hinted"]?.bool ?? false
        found = Set((json["found"]?.array ?? []).compactMap(\.string))
        invitedRoomID = json["invited_room"]?.string
    }
}

/// A feature that the user has used, so that the guide doesn't have to explain it. All but `help` and `chats` are
/// recognized by the user's events in the guide's chat.
enum GuideDiscovery: String, CaseIterable, Equatable, Sendable {
    case help, chats, lines, reply, edit, react, marks

    /// - Parameter event: an event of the user.
    static func all(in event: MatrixEvent) -> [GuideDiscovery] {
        if event.type == "m.reaction" { return [.react] }
        guard event.type == "m.room.message" else { return [] }
        let relation = event.content["m.relates_to"]
        if relation?["rel_type"]?.string == "m.replace" { return [.edit] }
        var found: [GuideDiscovery] = []
        if relation?["m.in_reply_to"] != nil { found.append(.reply) }
        if event.content["body"]?.string?.contains("\n") == true { found.append(.lines) }
        if event.content["formatted_body"] != nil { found.append(.marks) }
        return found
    }
}
