extension ChatDetailsViewModel {
    /// A possible value of a chat setting.
    package struct Choice {
        package let title: DisplayText
        /// Whether it is the current value.
        package let isCurrent: Bool
        /// The question before it is chosen; empty if there is none.
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
        /// Whether the server lists it in the public room directory.
        package var listings: [Choice] = []
        /// The addresses that can be removed.
        package var addresses: [Choice] = []
        /// Checks whether the user may change each of them, before asking for details.
        package var changeJoinRule: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var changeHistory: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var changeListing: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var addAddress: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var removeAddress: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Adds the typed address.
        package var address: @MainActor (String) -> Action<Void> = { _ in .unavailable(.words("navigation.not-now")) }

        package init() {}
    }
}
