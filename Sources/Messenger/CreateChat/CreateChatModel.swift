package import Conversations
package import Engine

/// The form for a new chat.
package struct CreateChatModel {
    package private(set) var purpose = CreateChatPurpose.newChat
    /// The Matrix IDs of the people who are in the chat already, if people are invited to an existing chat.
    private(set) var present: Set<String> = []
    package private(set) var members: [ChatPerson] = []
    /// The name of a group.
    package private(set) var name = ""
    package private(set) var nameRevision = 0
    /// Whether the chat will be encrypted, if the user decides about that.
    package private(set) var isEncrypted = false
    /// Whether the user decides about the encryption of a direct chat, after a notice that the partner could not
    /// read it.
    private var decidesDirect = false
    /// The text in the field for people.
    package private(set) var text = ""
    package private(set) var textRevision = 0
    package private(set) var directory: DirectoryResponse?
    /// The chat that is being created. Answers about other chats are ignored.
    private(set) var creating: NewChat?
    /// The chat that is being joined instead.
    package private(set) var joining: RoomAddress?
    package private(set) var error: CreateChatUnavailableReason?

    /// Whether the chat is a direct chat: one with a single partner and no name.
    package var isDirect: Bool { purpose == .newChat && members.count == 1 && name.trimmed.isEmpty }

    /// Whether the chat is encrypted by default.
    package var encryptsItself: Bool { isDirect && !decidesDirect }

    mutating func begin(
        with members: [ChatPerson], for purpose: CreateChatPurpose = .newChat, present: Set<String> = []
    ) {
        self.members = members
        self.purpose = purpose
        self.present = present
        name = ""
        nameRevision += 1
        isEncrypted = false
        decidesDirect = false
        clearText()
        if case .invitation(_, let typed) = purpose { text = typed }
        creating = nil
        joining = nil
        error = nil
    }

    mutating func rename(_ name: String) {
        self.name = name
        decidesDirect = false
        error = nil
    }

    mutating func switchEncryption() {
        isEncrypted.toggle()
        error = nil
    }

    mutating func change(_ text: String) {
        self.text = text
        error = nil
        if directory?.text != text { directory = nil }
    }

    /// Stores the directory's answer, unless the text has changed meanwhile.
    mutating func answer(_ answer: DirectoryResponse) {
        if answer.text == text { directory = answer }
    }

    mutating func add(_ person: ChatPerson) {
        if !members.contains(where: { $0.userID == person.userID }) { members.append(person) }
        clearText()
        decidesDirect = false
        error = nil
    }

    /// Replaces a person who was added by a Matrix ID with capitals, if the directory has only the lowercase ID.
    mutating func settle(_ userID: String, by answer: DirectoryResponse) {
        guard !answer.people.contains(where: { $0.userID == userID }), userID != userID.lowercased(),
            let person = answer.people.first(where: { $0.userID == userID.lowercased() }),
            members.contains(where: { $0.userID == userID })
        else { return }
        members.removeAll { $0.userID == person.userID }
        members = members.map { $0.userID == userID ? person : $0 }
    }

    mutating func remove(_ userID: String) {
        decidesDirect = false
        members.removeAll { $0.userID == userID }
        error = nil
    }

    package var isBusy: Bool { creating != nil || joining != nil }

    mutating func beginJoining(_ address: RoomAddress) {
        joining = address
        error = nil
    }

    mutating func finishJoining(_ address: RoomAddress) { if joining == address { joining = nil } }

    mutating func beginCreating(_ chat: NewChat) {
        creating = chat
        error = nil
    }

    mutating func finish() { creating = nil }

    mutating func fail(_ problem: CreateChatUnavailableReason) {
        creating = nil
        joining = nil
        error = problem
        if case .failed(let failure) = problem, failure.asksForEncryption {
            (decidesDirect, isEncrypted) = (true, false)
        }
    }

    private mutating func clearText() {
        text = ""
        textRevision += 1
        directory = nil
    }
}
