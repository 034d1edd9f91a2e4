extension ChatDetailsViewModel {
    /// One of several things that a chat can be.
    package struct Choice {
        package let title: DisplayText
        /// Whether it is so now.
        package let isCurrent: Bool
        /// What is asked before; empty where nothing is.
        package let question: DisplayText
        package let choose: Action<Void>

        package init(title: DisplayText, isCurrent: Bool, question: DisplayText, choose: Action<Void>) {
            self.title = title
            self.isCurrent = isCurrent
            self.question = question
            self.choose = choose
        }
    }

    /// Who may come into the chat and read it, and by which addresses it is found.
    package struct Access {
        package var joinRules: [Choice] = []
        package var histories: [Choice] = []
        /// Whether the server lists it for everybody.
        package var listings: [Choice] = []
        /// Those that can be taken away.
        package var addresses: [Choice] = []
        /// Whether one may change each of them, before one is asked for more.
        package var changeJoinRule: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var changeHistory: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var changeListing: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var addAddress: Action<Void> = .unavailable(.words("navigation.not-now"))
        package var removeAddress: Action<Void> = .unavailable(.words("navigation.not-now"))
        /// Adds the address that was typed.
        package var address: @MainActor (String) -> Action<Void> = { _ in .unavailable(.words("navigation.not-now")) }

        package init() {}
    }
}
