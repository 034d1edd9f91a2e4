import Conversations

/// The form for a new chat.
@MainActor
final class CreateChatModel {
    private(set) var members: [ChatPerson] = []
    /// What a group is called.
    private(set) var name = ""
    private(set) var nameRevision = 0
    /// Whether a group is to be encrypted.
    private(set) var isEncrypted = false
    /// What is typed where people are added.
    private(set) var text = ""
    private(set) var textRevision = 0
    private(set) var directory: DirectoryAnswer?
    /// What is being made; the form waits for that alone.
    private(set) var creating: NewChat?
    private(set) var error: CreateChatProblem?

    /// Two people without a name for the chat have a direct chat.
    var isDirect: Bool { members.count == 1 && name.trimmed.isEmpty }

    func begin(with members: [ChatPerson]) {
        self.members = members
        name = ""
        nameRevision += 1
        isEncrypted = false
        clearText()
        creating = nil
        error = nil
    }

    func rename(_ name: String) {
        self.name = name
        error = nil
    }

    func switchEncryption() {
        isEncrypted.toggle()
        error = nil
    }

    func change(_ text: String) {
        self.text = text
        error = nil
        if directory?.text != text { directory = nil }
    }

    /// Takes what the directory said, unless something else was typed meanwhile.
    func answer(_ answer: DirectoryAnswer) {
        if answer.text == text { directory = answer }
    }

    func add(_ person: ChatPerson) {
        if !members.contains(where: { $0.userID == person.userID }) { members.append(person) }
        clearText()
        error = nil
    }

    func remove(_ userID: String) {
        members.removeAll { $0.userID == userID }
        error = nil
    }

    var isBusy: Bool { creating != nil }

    func beginCreating(_ chat: NewChat) {
        creating = chat
        error = nil
    }

    func finish() { creating = nil }

    func fail(_ problem: CreateChatProblem) {
        creating = nil
        error = problem
    }

    private func clearText() {
        text = ""
        textRevision += 1
        directory = nil
    }
}
