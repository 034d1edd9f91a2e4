import Synchronization

/// The pending requests, and the age of their connections.
///
/// After the machine slept or its network changed, connections can be dead without being closed. A request on such
/// a connection would wait for its full timeout. Each renewal of the connections begins a new generation. After a
/// new connection is known to work, ``endOld(includingOnce:)`` ends the requests of earlier generations, except
/// those that received data since.
final class PendingRequests: Sendable {
    private struct Entry {
        var generation: Int
        let isRepeatable: Bool
        let blocksOthers: Bool
        let cancel: @Sendable () -> Void
        var isEnded = false
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var generation = 0
        var lastNumber = 0
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.entries.count } }

    /// Runs a request. It is canceled if its connection proves to be dead.
    ///
    /// - Parameters:
    ///   - isRepeatable: whether the same request may be sent twice.
    ///   - blocksOthers: whether other requests wait for this one, as for a token refresh. It is then canceled as soon
    ///     as connections are renewed, because no other request could show before that the new ones work.
    ///   - work: sends the request. It gets a function to call whenever its connection shows activity.
    /// - Throws: the error of `work`, or ``UnreachableReason/replacedConnection`` if the request was canceled for that
    ///   reason.
    func run<Value: Sendable>(
        isRepeatable: Bool, blocksOthers: Bool,
        _ work: @escaping @Sendable (_ showLife: @escaping @Sendable () -> Void) async throws -> Value
    ) async throws -> Value {
        let (number, task) = state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            let task = Task { try await work { [weak self] in self?.showLife(number) } }
            state.entries[number] = Entry(
                generation: state.generation, isRepeatable: isRepeatable, blocksOthers: blocksOthers,
                cancel: { task.cancel() })
            return (number, task)
        }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        let entry = state.withLock { $0.entries.removeValue(forKey: number) }
        if case .failure = result, entry?.isEnded == true, !Task.isCancelled {
            throw MatrixClientError.unreachable(.replacedConnection)
        }
        return try result.get()
    }

    /// Begins a generation after new connections were made available. Ends the requests that block new ones.
    func connectionsWereRenewed() {
        end { state in
            state.generation += 1
            return { $0.blocksOthers }
        }
    }

    /// Ends the requests of earlier generations without activity in this one.
    ///
    /// - Parameter includingOnce: whether to include requests that must not be sent twice, which then fail.
    func endOld(includingOnce: Bool) {
        end { state in
            let generation = state.generation
            return { $0.generation < generation && (includingOnce || $0.isRepeatable) }
        }
    }

    private func showLife(_ number: Int) {
        state.withLock { state in
            guard let generation = state.entries[number]?.generation, generation != state.generation else { return }
            state.entries[number]?.generation = state.generation
        }
    }

    private func end(_ choose: (inout State) -> (Entry) -> Bool) {
        let cancels = state.withLock { state in
            let isChosen = choose(&state)
            let numbers = state.entries.filter { !$0.value.isEnded && isChosen($0.value) }.keys.sorted()
            for number in numbers { state.entries[number]?.isEnded = true }
            return numbers.compactMap { state.entries[$0]?.cancel }
        }
        for cancel in cancels { cancel() }
    }
}
