import ViewModels

/// The colors of the people in a chat: by their ID, or the next free one if another person got it first. No color is
/// shared while others are free, whatever number of colors the terminal has.
struct NameColors {
    private var places: [String: Int] = [:]
    /// The number of people per color, for each possible number of colors.
    private var uses = MessageViewModel.hueCounts.map { [Int](repeating: 0, count: $0) }

    /// The color index of a person; the one of the ID if the person isn't assigned one yet.
    subscript(userID: String) -> Int { places[userID] ?? Naming.hue(userID) % MessageViewModel.hueCounts[0] }

    /// Assigns a person a color index permanently. The order of calls is the order of appearance.
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
