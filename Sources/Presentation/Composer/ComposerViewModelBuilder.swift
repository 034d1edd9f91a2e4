import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the composer.
struct ComposerViewModelBuilder: Equatable {
    let text: HandedText
    let notice: ComposerNotice?
    let isNoticeOfSuccess: Bool
    let purpose: ComposerPurpose
    let names: MemberNames
    let isEncrypted: Bool
    /// The membership in the open chat, if one is open.
    let membership: ChatMembership?
    /// Whether another chat replaces this one.
    var goesOnElsewhere = false
    /// The reason that the user may not write in the chat.
    let lack: DisplayText?
    var question: ComposerConfirmation?
    /// The people in the chat whose identity changed.
    var changedPeople: [ChangedIdentity] = []
    /// The place of the text; without one, input is discarded.
    let place: ComposerTarget?
    let queue: EventQueue

    func build() -> ComposerViewModel {
        let send = posting { .submitted(text: $0, of: $1) }
        var model = ComposerViewModel(
            text: text, placeholder: placeholder,
            notice: DisplayText(sanitizing: notice?.text ?? ""), isNoticeOfSuccess: isNoticeOfSuccess, banner: banner,
            cancelBanner: { [queue] in queue.post(ComposerEvent.purposeCancelled) },
            byteLimit: ComposedLine.maximumTextBytes(isEncrypted: isEncrypted),
            edited: posting { .edited(text: $0, of: $1) },
            send: action(send),
            runCommand: membership == nil || membership == .invited ? .unavailable(noChat) : .available(send),
            isCommand: ComposedLine.isCommandThatSendsNothing,
            recall: closed.map { .unavailable($0) } ?? .available(posting { .recalling($0, of: $1) }))
        if !changedPeople.isEmpty {
            model.warning = changedPeople.warning(names)
            model.warningQuestion = changedPeople.question(names)
            model.answerWarning = .available { [queue, changedPeople] in
                queue.post(TrustEvent.accepting(changedPeople))
            }
        }
        model.question = question.map { question in
            let confirm = posting { .confirmed(text: $0, of: $1) }
            return ComposerViewModel.Question(number: question.number, text: words(question.kind)) {
                confirm(question.text)
            }
        }
        return model
    }

    private func posting<Value>(
        _ event: @escaping @MainActor (Value, ComposerTarget) -> ComposerEvent
    ) -> @MainActor (Value) -> Void {
        { [queue, place] value in if let place { queue.post(event(value, place)) } }
    }

    private func words(_ kind: ComposerConfirmation.Kind) -> DisplayText {
        switch kind {
        case .leaveChat: .words("composer.leave-question")
        case .deleteMessage: .words("composer.delete-question")
        case .knock(let address): .words("join.knock-question", ["chat": address.name])
        case .makeSpace(let name): .words("spaces.make-question", ["space": name])
        case .member(let change, let name): change.act.question(name)
        }
    }

    private var banner: DisplayText {
        switch purpose {
        case .newLine: .empty
        case .reply(let message):
            DisplayText.words("composer.reply-to", ["name": names.name(of: message.sender), "body": message.line])
        case .edit(_, let body, _): DisplayText.words("composer.editing", ["body": body])
        }
    }

    private var placeholder: DisplayText {
        return switch membership {
        case .joined where goesOnElsewhere: .words("composer.this-chat-moved")
        case .joined where place?.threadID != nil: lack ?? .words("composer.write-in-the-thread")
        case .joined where isEncrypted: lack ?? .words("composer.write-an-encrypted-message")
        case .joined: lack ?? .words("composer.write-a-message")
        case .left where isImported: .words("composer.is-imported")
        case .left: .words("chat.not-in-it-any-more")
        case .knocked: .words("chat.asked-to-be-let-in")
        case .invited, nil: .words("composer.open-a-chat")
        }
    }

    /// Whether the chat was imported from a file.
    private var isImported: Bool { place.map { Chat.isImported($0.chatID) } ?? false }

    private func action(_ send: @escaping @MainActor (String) -> Void) -> Action<String> {
        return (closed ?? lack ?? unanswered).map { .unavailable($0) } ?? .available(send)
    }

    /// The question that has to be answered before a line is sent to people whose identity changed.
    private var unanswered: DisplayText? { changedPeople.isEmpty ? nil : .words("trust.answer-first") }

    private var closed: DisplayText? {
        switch membership {
        case .joined where goesOnElsewhere: .words("composer.not-sent-chat-moved")
        case .joined: nil
        case .left where isImported: .words("composer.not-sent-is-imported")
        case .left: .words("composer.not-sent-chat-left")
        case .knocked: .words("chat.asked-to-be-let-in")
        case .invited, nil: noChat
        }
    }

    private var noChat: DisplayText { .words("composer.open-a-chat-first") }
}

extension ComposerViewModelBuilder {
    @MainActor
    init(_ screen: ScreenParts) {
        let state = screen.state
        let chat = state.chatList.openChat
        self.init(
            text: state.composer.handed, notice: state.composer.notice,
            isNoticeOfSuccess: state.composer.isNoticeOfSuccess, purpose: state.composer.purpose,
            names: state.timeline.names, isEncrypted: chat?.isEncrypted ?? false, membership: chat?.membership,
            goesOnElsewhere: chat?.replacement != nil,
            lack: chat.flatMap {
                state.power.own(in: $0).denialReason(
                    toSend: "m.room.message", .words("message-actions.write-here"))
            }, question: state.composer.question,
            changedPeople: state.trust.openChat(state.timeline.opening).changed, place: state.composer.place,
            queue: screen.queue)
    }
}
