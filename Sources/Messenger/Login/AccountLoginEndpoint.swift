import MatrixClient

/// Logs in again.
@MainActor
final class AccountLoginEndpoint {
    private let login: AccountLogin?
    private let queue: EventQueue
    private let tasks: TaskSet
    private let talk: LoginTalk

    init(login: AccountLogin?, queue: EventQueue, tasks: TaskSet) {
        self.login = login
        self.queue = queue
        self.tasks = tasks
        talk = LoginTalk { [queue] in queue.post(LoginEvent.form(.told($0))) }
    }

    /// Gives the session up once what is being written is on disk.
    func giveUp(after disk: DiskQueue) {
        guard let login else { return }
        tasks.run { [queue] in
            await disk.settle()
            let file = await login.giveUp()
            await queue.post(LoginEvent.gaveUp(file))
        }
    }

    /// Answers a login that waits, or begins one.
    ///
    /// - Parameter continuesDevice: whether the server said that the device stays.
    func logIn(by choice: LoginChoice?, continuesDevice: Bool) {
        guard let login else { return }
        if let choice, talk.answer(choice) { return }
        let task = talk.begin(with: choice) { [queue] dialogue in
            let outcome = await login.logIn(dialogue, continuesDevice)
            if Task.isCancelled { return }
            switch outcome {
            case .loggedIn(let deviceID): queue.post(LoginEvent.loggedIn(deviceID: deviceID))
            case .failed(let reason): queue.post(LoginEvent.form(.failed(reason)))
            }
        }
        tasks.run {
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// - Returns: whether it is the address that the browser was awaited at.
    func accept(_ address: String) -> Bool { talk.accept(address) }

    /// Gives up what waits for the person.
    func leave() { talk.leave() }
}
