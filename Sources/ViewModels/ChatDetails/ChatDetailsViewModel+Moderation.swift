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
