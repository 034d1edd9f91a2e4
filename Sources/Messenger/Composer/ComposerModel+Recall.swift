extension ComposerModel {
    /// Starts to recall own lines, or continues.
    ///
    /// - Parameter unsent: own lines that no timeline shows yet, newest first.
    /// - Returns: the position before which older lines have to be loaded first; `nil` if none are needed.
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

    /// - Returns: whether there is a newer line or the draft to return to.
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
