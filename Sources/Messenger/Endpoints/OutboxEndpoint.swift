import Conversations
import MatrixAPI
import MatrixClient
import Storage

/// Carries the lines of the outbox to the homeserver, as ``OutboxMachine`` decides.
@MainActor
final class OutboxEndpoint {
    private let client: HomeserverClient
    private let outbox: OutboxStore
    private let queue: EventQueue
    private let tasks: TaskSet
    private let surroundings: Surroundings
    private var machine = OutboxMachine()
    private var isOpen = false
    private var heldBack: [OutboxLine] = []

    init(client: HomeserverClient, outbox: OutboxStore, queue: EventQueue, tasks: TaskSet, surroundings: Surroundings) {
        self.client = client
        self.outbox = outbox
        self.queue = queue
        self.tasks = tasks
        self.surroundings = surroundings
    }

    /// Begins to send, first what an earlier run left behind.
    func open(with lines: [OutboxLine]) {
        isOpen = true
        let left = lines + heldBack.filter { late in !lines.contains { $0.id == late.id } }
        heldBack = []
        for line in left { perform(machine.accept(line)) }
    }

    func send(_ line: OutboxLine) {
        guard isOpen else {
            heldBack.append(line)
            return
        }
        perform(machine.accept(line))
    }

    func networkIsBack() {
        perform(machine.networkIsBack())
    }

    private func perform(_ instructions: [OutboxMachine.Instruction]) {
        for instruction in instructions {
            switch instruction {
            case .send(let line):
                carry(line)
            case .wait(let milliseconds):
                surroundings.after(Int(clamping: milliseconds)) { [weak self] in
                    guard let self else { return }
                    self.perform(self.machine.retryIsDue())
                }
            case .keepSent(let id, let eventID):
                keep(.sent(eventID: eventID), id: id)
                queue.post(MessageEvent.sent(id: id, eventID: eventID))
            case .keepFailed(let id, let reason):
                keep(.failed(reason: reason), id: id)
                queue.post(MessageEvent.failedSending(id: id, reason: reason))
            }
        }
    }

    private func carry(_ line: OutboxLine) {
        tasks.run { [client] in
            let outcome = await OutboxEndpoint.send(line, with: client)
            if Task.isCancelled { return }
            await self.finished(line, outcome)
        }
    }

    private func finished(_ line: OutboxLine, _ outcome: OutboxMachine.Outcome) {
        perform(machine.finished(line, outcome, jitter: Double.random(in: 0...1)))
    }

    private nonisolated static func send(_ line: OutboxLine, with client: HomeserverClient) async
        -> OutboxMachine.Outcome
    {
        guard let content = try? JSONValue(parsing: line.content) else {
            return .refused(reason: "its content can't be read any more")
        }
        do throws(MatrixClientError) {
            let eventID = try await client.send(
                roomID: line.chatID, type: line.type, transactionID: line.id, content: content)
            return .sent(eventID: eventID)
        } catch {
            if error.isTransient || error.isLogout {
                return .failedForNow(retryAfter: error.retryAfterMilliseconds)
            }
            return .refused(reason: error.message)
        }
    }

    /// Where the state can't be kept the line is sent again after a restart, under the same transaction identifier.
    private func keep(_ state: OutboxLine.State, id: String) {
        tasks.run { [outbox, queue] in
            do {
                let kept = try await outbox.setState(id: id, state)
                if kept == nil { await queue.post(MessageEvent.echoed(id: id)) }
            } catch {
                await queue.post(ConnectionEvent.storageProblem(StorageProblem.text(error)))
            }
        }
    }
}

extension MatrixClientError {
    /// The line waits for another login rather than being given up.
    fileprivate var isLogout: Bool {
        switch self {
        case .loggedOut: true
        case .matrix(let error, _, _): error.code == .unknownToken || error.code == .missingToken
        default: false
        }
    }
}
