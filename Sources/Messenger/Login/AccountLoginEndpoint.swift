import MatrixAPI
import MatrixClient

/// Logs in again.
@MainActor
final class AccountLoginEndpoint {
    private let login: AccountLogin?
    private let client: HomeserverClient
    private let queue: EventQueue
    private let tasks: TaskSet
    private let talk: LoginTalk

    init(login: AccountLogin?, client: HomeserverClient, queue: EventQueue, tasks: TaskSet) {
        self.login = login
        self.client = client
        self.queue = queue
        self.tasks = tasks
        talk = LoginTalk { [queue] in queue.post(LoginEvent.form(.told($0))) }
    }

    /// Asks the server whether it knows the session; where it doesn't, the sync hears of that now.
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
