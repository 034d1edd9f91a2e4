import Conversations
import ViewModels

/// Shows the page on top of the screen.
@MainActor
final class PageHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    /// Updates the page after another one was requested or its contents have changed.
    func changed() {
        parts.events.page.raise { [parts] in
            switch parts.state.navigation.page {
            case .story: Self.story(parts)
            case .settingProblems: SettingProblemsPageBuilder(problems: parts.state.settings.problems).build()
            case .unsentFile:
                UnsentFilePageBuilder(
                    file: parts.state.login.unsent, canLogIn: parts.state.connection.isLoggedOut
                ).build()
            }
        }
    }

    func settingsChanged() {
        if parts.state.navigation.page == .settingProblems { changed() }
    }

    private static func story(_ parts: ScreenParts) -> PageViewModel {
        let story = parts.state.story
        var line: OutboxLine?
        if case .line(let id) = story.target { line = parts.state.outbox.lines.first { $0.id == id } }
        return MessageInfoPageBuilder(
            story: story.message, lineStory: story.line, line: line, names: parts.state.timeline.names,
            ownUserID: parts.state.account.userID, time: parts.time, key: story.key,
            isLoading: story.isLoading, problem: story.problem
        ).build()
    }
}
