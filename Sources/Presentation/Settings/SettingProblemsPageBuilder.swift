import ViewModels

/// Builds the page that lists the errors in the settings file.
struct SettingProblemsPageBuilder: Equatable {
    /// The errors, in one line each.
    let problems: [String]

    func build() -> PageViewModel {
        guard !problems.isEmpty else {
            return PageViewModel(
                title: .words("settings.settings"),
                sections: [.init(title: .empty, lines: [.words("settings.all-settings-are-right-now")])])
        }
        return PageViewModel(
            title: .words("settings.wrong-in-the-settings"),
            sections: [
                .init(title: .empty, lines: problems.map { DisplayText(sanitizing: $0) }),
                .init(
                    title: .words("settings.what-would-be-right"),
                    lines: [
                        .words("settings.command-prints-all"),
                        .words("settings.applies-at-once"),
                    ]),
            ])
    }
}
