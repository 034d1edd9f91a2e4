import ViewModels

/// Which colour each person of one chat has: the one of their ID, and the next that is free where another came first. Nobody
/// shares one while there are others left, however many of them the terminal has.
struct NameColors {
    private var places: [String: Int] = [:]
    /// How many have a place, by how many places there are.
    private var uses = MessageViewModel.hueCounts.map { [Int](repeating: 0, count: $0) }

    /// The place of a person; of one who wasn't met yet, that of their ID.
    subscript(userID: String) -> Int { places[userID] ?? Naming.hue(userID) % MessageViewModel.hueCounts[0] }

    /// Gives a person a place, for good, in the order in which people appear.
    mutating func meet(_ userID: String) {
        guard places[userID] == nil else { return }
        let count = MessageViewModel.hueCounts[0]
        let first = self[userID]
        let nearest = (0..<count).map { (first + $0) % count }
        let place = nearest.min { isLessUsed($0, $1) } ?? first
        places[userID] = place
        for index in uses.indices { uses[index][place % uses[index].count] += 1 }
    }

    private func isLessUsed(_ one: Int, _ other: Int) -> Bool {
        for uses in uses {
            let (left, right) = (uses[one % uses.count], uses[other % uses.count])
            if left != right { return left < right }
        }
        return false
    }
}
