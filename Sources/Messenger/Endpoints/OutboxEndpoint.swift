import Conversations
import MatrixAPI
import MatrixClient
import Storage

/// Carries the lines of the outbox to the homeserver, as ``OutboxMachine`` decides.
@MainActor
final class OutboxEndpoint {
    private let carrier: OutboxCarrier
    private let outbox: OutboxStore
    private let queue: EventQueue
    private let tasks: TaskSet
    private let surroundings: Surroundings
    private var machine = OutboxMachine()
    private var isOpen = false
    private var heldBack: [OutboxLine] = []

    init(client: HomeserverClient, outbox: OutboxStore, queue: EventQueue, tasks: TaskSet, surroundings: Surroundings) {
        carrier = OutboxCarrier(client: client, outbox: outbox)
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

    /// Lines that are no more on disk.
    func withdrew(_ ids: [String]) {
        heldBack.removeAll { ids.contains($0.id) }
        machine.withdraw(ids)
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
        tasks.run { [carrier, queue] in
            let outcome = await carrier.carry(line.id) { mayHaveLeft in
                await queue.post(OutboxEvent.left(id: line.id, mayHaveLeft: mayHaveLeft))
            }
            if Task.isCancelled { return }
            await self.finished(line, outcome)
        }
    }

    private func finished(_ line: OutboxLine, _ outcome: OutboxMachine.Outcome) {
        perform(machine.finished(line, outcome, jitter: Double.random(in: 0...1)))
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
