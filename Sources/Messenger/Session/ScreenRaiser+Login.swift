import ViewModels

extension ScreenRaiser {
    func raiseLogin() {
        events.login.raise { [self] in
            let user = DisplayText(sanitizing: models.account.account.userID)
            let server = DisplayText(sanitizing: surroundings.login?.server ?? "")
            let device: DisplayText = models.connection.isSessionOver ? ", as a new device." : "."
            return LoginViewModelBuilder(
                model: models.login, title: "Log in again",
                introduction: "As " + user + " at " + server + device + " What waits here goes out then.", note: unsent
            ).build(
                logIn: { [queue] in queue.post(LoginEvent.submitted($0)) },
                choose: { [queue] in queue.post(LoginEvent.chosen($0)) },
                cancel: { [queue] in queue.post(LoginEvent.left) })
        }
    }

    /// Where one finds what did not go out with a session that ended for good.
    private var unsent: DisplayText {
        guard models.connection.isSessionOver, case .written(let path) = models.login.unsent else { return .empty }
        return "What was not sent is in " + DisplayText(sanitizing: path)
    }
}
