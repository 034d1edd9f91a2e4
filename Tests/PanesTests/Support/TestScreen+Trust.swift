import ViewModels

@testable import Panes

extension TestScreen {
    /// - Parameter names: The names of the emoji to compare.
    func raiseVerification(
        _ names: [String] = ["Dog", "Cat", "Lion", "Horse", "Unicorn", "Pig", "Elephant"],
        numbers: DisplayText = "", text: DisplayText = "Do they see the same?"
    ) {
        events.verification.raise { [weak self] in
            VerificationViewModel(
                title: "Compare emoji with Bo", text: text,
                emoji: names.map { .init(symbol: "\u{1F436}", name: DisplayText(sanitizing: $0)) }, numbers: numbers,
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

    /// Shows the step that asks for the recovery key, or the step after it.
    func raiseSecurity(number: Int, asksForSecret: Bool) {
        let field = StepViewModel.Field(
            label: "Recovery key", hint: "", isSecret: true,
            submit: .available { [weak self] in self?.asked.append("typed \($0)") })
        events.security.raise { [weak self] in
            StepViewModel(
                number: number, title: "Verify this device", text: "It is.", secret: "",
                ways: asksForSecret ? [] : [StepViewModel.Choice(title: "Done") { self?.asked.append("done") }],
                field: asksForSecret ? field : nil, openField: nil, shouldShowBusy: false, busyText: "",
                shouldShowError: false, errorText: "", backLabel: "later", back: {})
        }
        frames.deliver()
    }

    func raiseSecurity(
        withField: Bool, text: DisplayText = "It is not yet.", secret: DisplayText = "",
        ways: [DisplayText] = ["Compare emoji", "Later"], takesKey: Bool = false
    ) {
        raise(
            events.security, withField: withField, text: text, secret: secret, ways: ways, takesKey: takesKey)
    }

    func raiseShare(withField: Bool) {
        raise(
            events.share, withField: withField, text: "It is shared.", secret: "confab login",
            ways: ["Copy the line", "End sharing"], takesKey: false)
    }

    private func raise(
        _ steps: Event<StepViewModel>, withField: Bool, text: DisplayText, secret: DisplayText, ways: [DisplayText],
        takesKey: Bool
    ) {
        let field = StepViewModel.Field(
            label: "Recovery key", hint: "", isSecret: false,
            submit: .available { [weak self] in self?.asked.append("typed \($0)") })
        let openField: @MainActor () -> Void = { [weak self] in self?.asked.append("field") }
        steps.raise { [weak self] in
            StepViewModel(
                number: withField ? 2 : 1, title: "Verify this device", text: text, secret: secret,
                ways: withField
                    ? []
                    : ways.map { title in
                        StepViewModel.Choice(title: title) { self?.asked.append(title.string) }
                    },
                field: withField ? field : nil, openField: takesKey ? openField : nil,
                shouldShowBusy: false, busyText: "", shouldShowError: false, errorText: "", backLabel: "later",
                back: {
                    self?.asked.append("later")
                    self?.turn(to: .chats)
                })
        }
        frames.deliver()
    }
}
