import Engine
import MatrixAPI
import MatrixClient

/// Logs in again after the session ended.
@MainActor
final class AccountLoginEndpoint {
    private let parts: EndpointParts
    private let login: AccountLogin?
    private let talk: LoginPrompts

    /// - Parameter login: `nil` for an account that has no password.
    init(_ parts: EndpointParts, login: AccountLogin?) {
        self.parts = parts
        self.login = login
        talk = LoginPrompts { [queue = parts.queue] in queue.post(LoginEvent.form(.told($0))) }
    }

    /// Asks the server whether the session is valid. If the server has ended it, the connection is checked.
    func ask() {
        parts.tasks.run { [parts] in
            do throws(MatrixClientError) {
                _ = try await parts.client.whoAmI()
                await parts.queue.post(LoginEvent.answered(.isNotMissing))
            } catch {
                if case .matrix(let answer, _, _) = error, answer.endsSession {
                    await parts.queue.post(ConnectionEvent.inDoubt)
                } else {
                    await parts.queue.post(LoginEvent.answered(.isUnknown(error)))
                }
            }
        }
    }

    /// Discards the session after all pending writes are on disk.
    func giveUp(after disk: DiskQueue) {
        guard let login else { return }
        parts.tasks.run { [parts] in
            await disk.settle()
            let file = await login.giveUp()
            await parts.queue.post(LoginEvent.gaveUp(file))
        }
    }

    /// Answers a waiting login, or begins a new one.
    ///
    /// - Parameter continuesDevice: whether the server keeps the device (soft logout).
    func logIn(by choice: LoginChoice?, continuesDevice: Bool) {
        guard let login else { return }
        if let choice, talk.answer(choice) { return }
        let task = talk.begin(with: choice) { [parts] dialogue in
            let outcome = await login.logIn(dialogue, continuesDevice)
            if Task.isCancelled { return }
            switch outcome {
            case .loggedIn(let deviceID): parts.queue.post(LoginEvent.loggedIn(deviceID: deviceID))
            case .failed(let reason): parts.queue.post(LoginEvent.form(.failed(reason)))
            }
        }
        parts.tasks.run {
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
