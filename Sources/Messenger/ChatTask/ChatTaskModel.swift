/// The requests to the homeserver about single chats and people.
@MainActor
final class ChatTaskModel {
    private(set) var running: [ChatTask] = []
    /// The newest request that was refused or could not be sent.
    private(set) var failure: ChatTaskFailure?

    func begin(_ task: ChatTask) {
        if failure?.task == task { failure = nil }
        running.append(task)
    }

    func end(_ task: ChatTask) {
        if let index = running.firstIndex(of: task) { running.remove(at: index) }
    }

    func fail(_ task: ChatTask, _ reason: FailureReason) {
        end(task)
        failure = ChatTaskFailure(task: task, reason: reason)
    }

    func takeFailure() -> ChatTaskFailure? {
        defer { failure = nil }
        return failure
    }
}
