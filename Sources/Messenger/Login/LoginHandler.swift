import ViewModels

/// Shows the form for logging in again.
@MainActor
final class LoginHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        parts.events.login.raise { [parts] in
            var content = LoginContent(parts.state.login)
            // The session may have ended after the server responded.
            if parts.state.connection.isLoggedOut { content.need = .isMissing }
            let isSessionOver = parts.state.connection.isSessionOver
            let user = parts.state.account.userID
            let server = parts.environment.login?.server ?? ""
            let introduction: DisplayText =
                isSessionOver
                ? .words("login.again-as-new-device", ["user": user, "server": server])
                : .words("login.again", ["user": user, "server": server])
            return LoginViewModelBuilder(
                content: content, title: .words("login.again-title"), introduction: introduction,
                note: isSessionOver ? Self.note(of: content.unsent) : .empty
            ).build(
                logIn: { [queue = parts.queue] in queue.post(LoginEvent.form(.submitted($0))) },
                choose: { [queue = parts.queue] in queue.post(LoginEvent.form(.chosen($0))) },
                cancel: { [queue = parts.queue] in queue.post(LoginEvent.form(.left)) })
        }
    }

    /// Returns the note about the file with the unsent messages of the ended session.
    private static func note(of file: UnsentFile) -> DisplayText {
        guard case .written(let path) = file else { return .empty }
        return .words("unsent-file.unsent-is-in", ["file": path])
    }
}
