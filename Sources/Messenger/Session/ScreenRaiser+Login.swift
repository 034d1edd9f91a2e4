import ViewModels

extension ScreenRaiser {
    func raiseLogin() {
        events.login.raise { [self] in
            let user = models.account.account.userID
            let server = surroundings.login?.server ?? ""
            let introduction: DisplayText =
                models.connection.isSessionOver
                ? .words("login.again-as-new-device", ["user": user, "server": server])
                : .words("login.again", ["user": user, "server": server])
            return LoginViewModelBuilder(
                model: models.login, title: .words("login.again-title"), introduction: introduction, note: unsent
            ).build(
                logIn: { [queue] in queue.post(LoginEvent.submitted($0)) },
                choose: { [queue] in queue.post(LoginEvent.chosen($0)) },
                cancel: { [queue] in queue.post(LoginEvent.left) })
        }
    }

    /// Where one finds what did not go out with a session that ended for good.
    private var unsent: DisplayText {
        guard models.connection.isSessionOver, case .written(let path) = models.login.unsent else { return .empty }
        return .words("unsent-file.unsent-is-in", ["file": path])
    }
}
