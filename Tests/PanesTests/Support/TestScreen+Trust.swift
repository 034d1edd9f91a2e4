import ViewModels

@testable import Panes

extension TestScreen {
    /// - Parameter names: of the emoji to compare.
    func raiseVerification(_ names: [String] = ["Dog", "Cat", "Lion", "Horse", "Unicorn", "Pig", "Elephant"]) {
        events.verification.raise { [weak self] in
            VerificationViewModel(
                title: "Compare emoji with Bo", text: "Do they see the same?",
                emoji: names.map { .init(symbol: "\u{1F436}", name: DisplayText(sanitizing: $0)) }, numbers: "",
                question: "y they are the same, n they are not", shouldShowBusy: false, busyText: "",
                shouldShowError: false, errorText: "", agree: .available { self?.asked.append("same") },
                refuse: .available { self?.asked.append("different") }, backLabel: "ends it",
                back: {
                    self?.asked.append("ended")
                    self?.turn(to: .chats)
                })
        }
        frames.deliver()
    }

    func raiseSecurity(withField: Bool, secret: DisplayText = "") {
        let field = SecurityViewModel.Field(
            label: "Recovery key", hint: "", isSecret: false,
            submit: .available { [weak self] in self?.asked.append("typed \($0)") })
        events.security.raise { [weak self] in
            SecurityViewModel(
                number: withField ? 2 : 1, title: "Verify this device", text: "It is not yet.", secret: secret,
                ways: withField
                    ? []
                    : ["Compare emoji", "Later"].map { title in
                        SecurityViewModel.Way(title: DisplayText(sanitizing: title)) { self?.asked.append(title) }
                    },
                field: withField ? field : nil, shouldShowBusy: false, busyText: "", shouldShowError: false,
                errorText: "", backLabel: "later",
                back: {
                    self?.asked.append("later")
                    self?.turn(to: .chats)
                })
        }
        frames.deliver()
    }
}
