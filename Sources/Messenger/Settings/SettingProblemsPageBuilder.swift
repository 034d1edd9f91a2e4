import ViewModels

/// Makes the page of what is wrong in the file of settings.
struct SettingProblemsPageBuilder {
    /// In a person's words.
    let problems: [String]

    func build() -> PageViewModel {
        guard !problems.isEmpty else {
            return PageViewModel(
                title: "Settings", sections: [.init(title: .empty, lines: ["All settings are right now."])])
        }
        return PageViewModel(
            title: "Wrong in the settings",
            sections: [
                .init(title: .empty, lines: problems.map { DisplayText(sanitizing: $0) }),
                .init(
                    title: "What would be right",
                    lines: [
                        "confab config prints every setting with its default and what it may be.",
                        "What you save in the file applies at once, and the rest of it applies already.",
                    ]),
            ])
    }
}
