extension ComposerModel {
    /// Begins a walk through the own lines, or goes on with the one there is.
    ///
    /// - Parameter unsent: own lines that no timeline shows yet, newest first.
    /// - Returns: before which position older lines are needed first, `nil` where none are.
    func beginRecall(unsent: [String]) -> Int64? {
        let walk = recall ?? LineRecall(written: text, unsent: unsent)
        recall = walk
        return walk.needsMore ? walk.next : nil
    }

    /// - Returns: whether there is an older line.
    func recallOlder() -> Bool {
        guard var walk = recall, walk.goToOlder(leaving: text) else { return false }
        show(walk)
        return true
    }

    /// - Returns: whether there is a newer line, or what was being written.
    func recallNewer() -> Bool {
        guard var walk = recall, walk.goToNewer(leaving: text) else { return false }
        show(walk)
        return true
    }

    private func show(_ walk: LineRecall) {
        recall = walk
        replace(walk.text)
    }
}
