/// Takes its time with some texts, and records all of them in the order in which it finished them.
actor SlowListener {
    private(set) var words: [String] = []
    private var awaited: (word: String, continuation: CheckedContinuation<Void, Never>)?

    func note(_ word: String, pauses: Int) async {
        for _ in 0..<pauses { await Task.yield() }
        words.append(word)
        guard let awaited, awaited.word == word else { return }
        self.awaited = nil
        awaited.continuation.resume()
    }

    func until(_ word: String) async {
        if !words.contains(word) { await withCheckedContinuation { awaited = (word, $0) } }
    }
}
