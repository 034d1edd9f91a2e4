import MatrixAPI

/// Stores responses so slowly that the next one could overtake, and counts concurrent calls.
actor SlowStore {
    private(set) var maxAtOnce = 0
    private(set) var texts: [String] = []
    private var underWay = 0
    private var finished: CheckedContinuation<Void, Never>?

    /// - Returns: Whether there is more to come.
    func store(_ response: SyncResponse) async -> Bool {
        underWay += 1
        maxAtOnce = max(maxAtOnce, underWay)
        for _ in 0..<200 { await Task.yield() }
        texts += response.joined.values.flatMap(\.texts)
        underWay -= 1
        guard texts.last == "last" else { return true }
        finished?.resume()
        finished = nil
        return false
    }

    func untilLast() async {
        if texts.last != "last" { await withCheckedContinuation { finished = $0 } }
    }
}
