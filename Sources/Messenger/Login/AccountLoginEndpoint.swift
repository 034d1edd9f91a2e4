import MatrixAPI
import MatrixClient

/// Logs in again after the session ended.
@MainActor
final class AccountLoginEndpoint {
    private let login: AccountLogin?
    private let client: HomeserverClient
    private let queue: EventQueue
    private let tasks: TaskSet
    private let talk: LoginPrompts

    init(login: AccountLogin?, client: HomeserverClient, queue: EventQueue, tasks: TaskSet) {
        self.login = login
        self.client = client
        self.queue = queue
        self.tasks = tasks
        talk = LoginPrompts { [queue] in queue.post(LoginEvent.form(.told($0))) }
    }

    /// Asks the server whether the session is valid. If the server has ended it, the connection is checked.
    func ask() {
        tasks.run { [client, queue] in
            do throws(MatrixClientError) {
                _ = try await client.whoAmI()
                await queue.post(LoginEvent.answered(.isNotMissing))
            } catch {
                if case .matrix(let answer, _, _) = error, answer.endsSession {
                    await queue.post(ConnectionEvent.inDoubt)
                } else {
                    await queue.post(LoginEvent.answered(.isUnknown(error)))
                }
            }
        }
    }

    /// Discards the session after all pending writes are on disk.
    func giveUp(after disk: DiskQueue) {
        guard let login else { return }
        tasks.run { [queue] in
            await disk.settle()
            let file = await login.giveUp()
            await queue.post(LoginEvent.gaveUp(file))
        }
    }

    /// Answers a waiting login, or begins a new one.
    ///
    /// - Parameter continuesDevice: whether the server keeps the device (soft logout).
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

    /// - Returns: whether the address is the expected redirect of the browser.
    func accept(_ address: String) -> Bool { talk.accept(address) }

    /// Cancels a login that waits for the user.
    func leave() { talk.leave() }
}
