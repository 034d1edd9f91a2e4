/// Logs in again.
@MainActor
final class LoginEndpoint {
    private let login: AccountLogin?
    private let queue: EventQueue
    private let tasks: TaskSet

    init(login: AccountLogin?, queue: EventQueue, tasks: TaskSet) {
        self.login = login
        self.queue = queue
        self.tasks = tasks
    }

    /// Gives the session up once what is being written is on disk.
    func giveUp(after archive: ArchiveEndpoint) {
        guard let login else { return }
        tasks.run { [queue] in
            await archive.settle()
            let file = await login.giveUp()
            await queue.post(LoginEvent.gaveUp(file))
        }
    }

    /// - Parameter continuesDevice: whether the server said that the device stays.
    func logIn(password: String, continuesDevice: Bool) {
        guard let login else { return }
        tasks.run { [queue] in
            let outcome = await login.logIn(password, continuesDevice) { queue.post(LoginEvent.went(to: $0)) }
            if Task.isCancelled { return }
            switch outcome {
            case .loggedIn(let deviceID): await queue.post(LoginEvent.loggedIn(deviceID: deviceID))
            case .failed(let reason): await queue.post(LoginEvent.failed(reason: reason))
            }
        }
    }
}
