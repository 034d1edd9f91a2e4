/// The details of the open chat: its facts and members.
package struct ChatDetailsViewModel {
    package struct Fact: Hashable, Sendable {
        /// The label, as in `Topic`.
        package let name: DisplayText
        package let text: DisplayText

        package init(_ name: DisplayText, _ text: DisplayText) {
            self.name = name
            self.text = text
        }
    }

    /// A text field, shown in place of the facts and members.
    package struct Field {
        package let prompt: DisplayText
        package let text: String
        /// Increases when anything but the pane changes ``text``.
        package let revision: Int
        package let hint: DisplayText
        package let changed: @MainActor (String) -> Void
        package let save: Action<String>
        /// Returns the confirmation question for saving a text; empty if there is none.
        package let question: @MainActor (String) -> DisplayText
        package let cancel: @MainActor () -> Void

        package init(
            prompt: DisplayText, text: String, revision: Int, hint: DisplayText,
            changed: @escaping @MainActor (String) -> Void, save: Action<String>,
            question: @escaping @MainActor (String) -> DisplayText = { _ in .empty },
            cancel: @escaping @MainActor () -> Void
        ) {
            self.prompt = prompt
            self.text = text
            self.revision = revision
            self.hint = hint
            self.changed = changed
            self.save = save
            self.question = question
            self.cancel = cancel
        }

        package var handed: HandedText { HandedText(text: text, revision: revision) }
    }

    /// The symbol before a name, in addition to the text of ``Member/role``.
    package enum Mark: Hashable, Sendable { case none, verified, doubtful }

    package struct Member {
        package let name: DisplayText
        /// The name within a sentence: with the Matrix ID if the name is ambiguous.
        package let wholeName: DisplayText
        /// The Matrix ID.
        package let detail: DisplayText
        package let mark: Mark
        /// The role, as in `you`, `admin`, `invited`, `verified`; may be empty.
        package let role: DisplayText
        package let moderation: Moderation
        /// Accepts a request to join.
        package var admit: Action<Void> = .unavailable(.words("chat-details.is-in-already"))
        package let startChat: Action<Void>
        /// Requests an emoji verification.
        package let verify: Action<Void>

        package init(
            name: DisplayText, wholeName: DisplayText? = nil, detail: DisplayText, mark: Mark = .none,
            role: DisplayText, moderation: Moderation,
            startChat: Action<Void>,
            verify: Action<Void>
        ) {
            self.name = name
            self.wholeName = wholeName ?? name
            self.detail = detail
            self.mark = mark
            self.role = role
            self.moderation = moderation
            self.startChat = startChat
            self.verify = verify
        }
    }

    package let title: DisplayText
    package let facts: [Fact]
    /// The heading, as in `3 members`.
    package let memberHeading: DisplayText
    package let memberCount: Int
    /// Returns the member at an index. Members are created when drawn, since there may be thousands.
    package let member: @MainActor (Int) -> Member
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    package let field: Field?
    package let rename: Action<Void>
    package let setTopic: Action<Void>
    package let invite: Action<Void>
    /// Cycles the notifications from all messages to mentions, to none, and back.
    package let changeNotices: Action<Void>
    /// The title of ``changeNotices``, which names the setting that it would choose next.
    package var noticesTitle = ""
    /// Enables encryption. This can't be undone, so it is confirmed first.
    package let encrypt: Action<Void>
    package let access: Access
    package let back: @MainActor () -> Void

    package init(
        title: DisplayText, facts: [Fact], memberHeading: DisplayText, memberCount: Int,
        member: @escaping @MainActor (Int) -> Member, shouldShowBusy: Bool, busyText: DisplayText,
        shouldShowError: Bool, errorText: DisplayText, field: Field?, rename: Action<Void>, setTopic: Action<Void>,
        invite: Action<Void>, changeNotices: Action<Void>, encrypt: Action<Void>,
        access: Access = Access(), back: @escaping @MainActor () -> Void
    ) {
        self.title = title
        self.facts = facts
        self.memberHeading = memberHeading
        self.memberCount = memberCount
        self.member = member
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.field = field
        self.rename = rename
        self.setTopic = setTopic
        self.invite = invite
        self.changeNotices = changeNotices
        self.encrypt = encrypt
        self.access = access
        self.back = back
    }
}

extension ChatDetailsViewModel {
    /// A possible value of a chat setting.
    package struct Choice {
        package let title: DisplayText
        /// Whether it is the current value.
        package let isCurrent: Bool
        /// The confirmation question for choosing the value; empty if there is none.
        package let question: DisplayText
        package let choose: Action<Void>

        package init(title: DisplayText, isCurrent: Bool, question: DisplayText, choose: Action<Void>) {
            self.title = title
            self.isCurrent = isCurrent
            self.question = question
            self.choose = choose
        }
    }

    /// The join rule, history visibility, directory listing and addresses of the chat.
    package struct Access {
        package var joinRules: [Choice] = []
        package var histories: [Choice] = []
        /// The choices for whether the server lists the chat in its public room directory.
        package var listings: [Choice] = []
        /// The addresses that can be removed.
        package var addresses: [Choice] = []
        /// The permission for each change. The pane checks it before it asks for details.
        package var changeJoinRule: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var changeHistory: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var changeListing: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var addAddress: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var removeAddress: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Returns the action that adds a typed address.
        package var address: @MainActor (String) -> Action<Void> = { _ in .unavailable(.words("navigation.not-now")) }

        package init() {}
    }
}

extension ChatDetailsViewModel {
    /// A moderation action on a member, with its confirmation.
    package struct MemberAct {
        /// The question for a reason, which all members can read; empty if the action has no reason.
        package let why: DisplayText
        package let question: DisplayText
        /// Takes the reason.
        package let perform: Action<String>

        package init(why: DisplayText = .empty, question: DisplayText, perform: Action<String>) {
            self.why = why
            self.question = question
            self.perform = perform
        }

        package static let nobody = MemberAct(
            question: .empty, perform: .unavailable(.words("chat-details.nobody-is-chosen")))
    }

    /// The moderation actions on a member.
    package struct Moderation {
        package var remove = MemberAct.nobody
        package var ban = MemberAct.nobody
        package var unban = MemberAct.nobody
        package var makeModerator = MemberAct.nobody
        package var makeAdmin = MemberAct.nobody
        package var takePower = MemberAct.nobody

        package init() {}
    }
}
