import Conversations
import ViewModels

/// Makes the field for a new line.
struct ComposerViewModelBuilder {
    let text: String
    let revision: Int
    let replacedAt: Int
    let returned: [ReturnedLine]
    let notice: String?
    let isNoticeOfSuccess: Bool
    let purpose: ComposerPurpose
    let names: MemberNames
    let isEncrypted: Bool
    /// In the open chat, where one is open.
    let membership: ChatMembership?
    /// Whether the chat goes on in another one.
    var goesOnElsewhere = false
    /// Why one may not write in the chat.
    let lack: DisplayText?
    var question: ComposerQuestion?

    func build(
        edited: @escaping @MainActor (String) -> Void, send: @escaping @MainActor (String) -> Void,
        recall: @escaping @MainActor (ComposerViewModel.Recall) -> Void,
        cancelBanner: @escaping @MainActor () -> Void, confirmed: @escaping @MainActor (String) -> Void = { _ in }
    ) -> ComposerViewModel {
        var model = ComposerViewModel(
            text: text, revision: revision, replacedAt: replacedAt, returned: returned, placeholder: placeholder,
            notice: DisplayText(sanitizing: notice ?? ""), isNoticeOfSuccess: isNoticeOfSuccess, banner: banner,
            cancelBanner: cancelBanner, byteLimit: ComposedLine.maximumTextBytes, edited: edited, send: action(send),
            runCommand: membership == nil || membership == .invited ? .unavailable(noChat) : .available(send),
            isCommand: ComposedLine.isCommandThatSendsNothing,
            recall: closed.map { .unavailable($0) } ?? .available(recall))
        model.question = question.map { question in
            ComposerViewModel.Question(number: question.number, text: words(question.kind)) { confirmed(question.text) }
        }
        return model
    }

    private func words(_ kind: ComposerQuestion.Kind) -> DisplayText {
        switch kind {
        case .leaveChat: "Leave this chat? y leaves, Esc stays"
        case .deleteMessage: "Nothing is left of it. Delete the message? y deletes, Esc keeps it"
        }
    }

    private var banner: DisplayText {
        switch purpose {
        case .newLine: .empty
        case .reply(_, let sender, let body):
            DisplayText(sanitizing: "Reply to \(names.name(of: sender)): \(body)")
        case .edit(_, let body, _): DisplayText(sanitizing: "Editing: \(body)")
        }
    }

    private var placeholder: DisplayText {
        if isEncrypted { return "This chat is encrypted: Confab can't write in it yet" }
        return switch membership {
        case .joined where goesOnElsewhere: "This chat moved: " + .key(.followChat) + " goes there"
        case .joined: lack ?? "write a message"
        case .left: "You are not in this chat any more"
        case .invited, nil: "open a chat to write in it"
        }
    }

    /// A line in an encrypted chat is not sent in clear.
    private func action(_ send: @escaping @MainActor (String) -> Void) -> Action<String> {
        if isEncrypted { return .unavailable("Not sent: the chat is encrypted, and Confab would send in clear.") }
        return (closed ?? lack).map { .unavailable($0) } ?? .available(send)
    }

    private var closed: DisplayText? {
        switch membership {
        case .joined where goesOnElsewhere: "Not sent: this chat moved. " + .key(.followChat) + " goes there."
        case .joined: nil
        case .left: "Not sent: you are not in this chat any more."
        case .invited, nil: noChat
        }
    }

    private var noChat: DisplayText { "Open a chat first." }
}
