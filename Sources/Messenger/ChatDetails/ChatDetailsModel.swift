package import Conversations
package import Engine

/// Requests of the user about chat details, and responses of the server.
package enum ChatDetailsEvent: RoutedEvent {
    /// Opens the details of a chat, by default of the open one.
    case opening(chatID: String? = nil)
    case loaded(chatID: String, members: [ChatMember], power: ChatPowerSource, access: ChatAccess? = nil)
    /// Whether the room directory of the account's server lists the chat.
    case listed(chatID: String, Bool)
    /// A field is opened, or closed with `nil`.
    case editing(ChatDetailsField?)
    case changed(text: String)
    /// The text of the open field was accepted with Enter.
    case saving(text: String)
    case doing(ChatDetailsChange)
    /// The server made the change.
    case done(chatID: String)
    case failed(chatID: String, FailureReason)
}

/// The details of a chat and the changes that the user makes there.
package struct ChatDetailsModel {
    package private(set) var chatID: String?
    /// The members, invited people and people who knock, by power and then by name; after them the banned people.
    package private(set) var members: [ChatMember] = []
    /// The permissions; `nil` until they are known.
    package private(set) var power: ChatPower?
    /// The access rules; `nil` until the server has answered.
    package private(set) var access: ChatAccess?
    package private(set) var isLoading = false
    package private(set) var isBusy = false
    package private(set) var error: ChatDetailsFailureReason?
    /// The field that is being edited.
    package private(set) var field: ChatDetailsField?
    package private(set) var text = ""
    /// The raw power levels that were known when the server was asked for them.
    private(set) var knownLevels: String?
    /// The members that changed since the request for all members.
    private var changed: [String: ChatMember] = [:]
    /// A counter that increases when the field starts with another text.
    package private(set) var revision = 0

    mutating func begin(_ chatID: String, members: [ChatMember], power: ChatPower?) {
        self.chatID = chatID
        set(members: members, power: power)
        access = nil
        isBusy = false
        error = nil
        field = nil
    }

    /// Marks the start of a request for all details.
    mutating func ask(knowing levels: String?) {
        knownLevels = levels
        changed = [:]
        isLoading = true
    }

    mutating func load(members: [ChatMember], power: ChatPower?) {
        isLoading = false
        set(members: Self.merged(members, with: changed), power: power)
    }

    mutating func apply(_ access: ChatAccess) {
        let isListed = access.isListed ?? self.access?.isListed
        self.access = access
        self.access?.isListed = isListed
    }

    mutating func apply(isListed: Bool) { access?.isListed = isListed }

    /// Uses the members from disk, unless the server has answered already.
    mutating func apply(stored members: [ChatMember]) {
        guard isLoading || self.members.isEmpty else { return }
        set(members: Self.merged(members, with: changed), power: power)
    }

    /// Merges the changes that a sync brought.
    mutating func merge(_ members: [ChatMember], power: ChatPower?) {
        let new = Dictionary(members.map { ($0.userID, $0) }) { _, last in last }
        changed.merge(new) { _, last in last }
        set(members: Self.merged(self.members, with: new), power: power)
    }

    mutating func close() {
        chatID = nil
        members = []
        power = nil
        access = nil
        field = nil
    }

    mutating func edit(_ field: ChatDetailsField?, text: String) {
        self.field = field
        self.text = text
        revision += 1
        error = nil
    }

    mutating func change(_ text: String) {
        self.text = text
        error = nil
    }

    mutating func beginWork() {
        isBusy = true
        error = nil
    }

    mutating func finishWork() {
        isBusy = false
        field = nil
    }

    /// Ends the request with an error. The typed text stays.
    mutating func fail(_ problem: ChatDetailsFailureReason) {
        isLoading = false
        isBusy = false
        error = problem
    }

    private static func merged(_ members: [ChatMember], with changed: [String: ChatMember]) -> [ChatMember] {
        members.filter { changed[$0.userID] == nil } + changed.values
    }

    private mutating func set(members: [ChatMember], power: ChatPower?) {
        self.power = power
        let ranked = members.filter { ["join", "invite", "knock", "ban"].contains($0.membership) }.map { member in
            (member, power?.level(of: member.userID) ?? 0, (member.shownName ?? member.userID).lowercased())
        }
        self.members = ranked.sorted { left, right in
            let isBanned = (left.0.membership == "ban", right.0.membership == "ban")
            if isBanned.0 != isBanned.1 { return isBanned.1 }
            return (right.1, left.2, left.0.userID) < (left.1, right.2, right.0.userID)
        }.map(\.0)
    }
}
