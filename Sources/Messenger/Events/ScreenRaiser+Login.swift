import ViewModels

extension ScreenRaiser {
    func raiseLogin() {
        events.login.raise { [self] in
            LoginViewModelBuilder(
                account: models.account.account, server: surroundings.login?.server ?? "", model: models.login,
                isSessionOver: models.connection.isSessionOver
            ).build(
                logIn: { [queue] in queue.post(LoginEvent.submitted(password: $0)) },
                cancel: { [queue] in queue.post(NavigationEvent.back) })
        }
    }
}
