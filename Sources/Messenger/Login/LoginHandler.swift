import ViewModels

/// Shows the form by which somebody logs in again.
@MainActor
final class LoginHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        parts.events.login.raise { [parts] in
            let content = LoginContent(parts.models.login)
            let isSessionOver = parts.models.connection.isSessionOver
            let user = DisplayText(sanitizing: parts.models.account.userID)
            let server = DisplayText(sanitizing: parts.surroundings.login?.server ?? "")
            let device: DisplayText = isSessionOver ? ", as a new device." : "."
            return LoginViewModelBuilder(
                content: content, title: "Log in again",
                introduction: "As " + user + " at " + server + device + " What waits here goes out then.",
                note: isSessionOver ? Self.note(of: content.unsent) : .empty
            ).build(
                logIn: { [queue = parts.queue] in queue.post(LoginEvent.form(.submitted($0))) },
                choose: { [queue = parts.queue] in queue.post(LoginEvent.form(.chosen($0))) },
                cancel: { [queue = parts.queue] in queue.post(LoginEvent.form(.left)) })
        }
    }

    /// Where one finds what did not go out with a session that ended for good.
    private static func note(of file: UnsentFile) -> DisplayText {
        guard case .written(let path) = file else { return .empty }
        return "What was not sent is in " + DisplayText(sanitizing: path)
    }
}
