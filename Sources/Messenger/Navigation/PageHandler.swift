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
            switch parts.models.navigation.page {
            case .story: Self.story(parts)
            case .settingProblems: SettingProblemsPageBuilder(problems: parts.models.settings.problems).build()
            case .unsentFile:
                UnsentFilePageBuilder(
                    file: parts.models.login.unsent, canLogIn: parts.models.connection.isLoggedOut
                ).build()
            }
        }
    }

    func settingsChanged() {
        if parts.models.navigation.page == .settingProblems { changed() }
    }

    private static func story(_ parts: ScreenParts) -> PageViewModel {
        let story = parts.models.story
        var line: OutboxLine?
        if case .line(let id) = story.target { line = parts.models.outbox.lines.first { $0.id == id } }
        return MessageInfoPageBuilder(
            story: story.message, lineStory: story.line, line: line, names: parts.models.timeline.names,
            ownUserID: parts.models.account.userID, time: parts.time, key: story.key,
            isLoading: story.isLoading, problem: story.problem
        ).build()
    }
}
