extension ChatDetailsViewModel {
    /// Something that can be done to a member once somebody said yes.
    package struct MemberAct {
        /// Asks for the reason that all in the chat read; empty where none goes with it.
        package let why: DisplayText
        package let question: DisplayText
        /// Is told the reason.
        package let perform: Action<String>

        package init(why: DisplayText = .empty, question: DisplayText, perform: Action<String>) {
            self.why = why
            self.question = question
            self.perform = perform
        }

        package static let nobody = MemberAct(
            question: .empty, perform: .unavailable(.words("chat-details.nobody-is-chosen")))
    }

    /// What can be done to a member.
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
