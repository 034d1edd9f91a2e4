package import ViewModels

/// A line of the menu.
package struct MenuEntry {
    /// The letters that run the entry, one or two each.
    package let letters: [String]
    package let title: String
    /// The reason why it can't be chosen now.
    package let reason: DisplayText?

    package init(letters: [String], title: String, reason: DisplayText?) {
        self.letters = letters
        self.title = title
        self.reason = reason
    }

    /// The last letters, as in `h`, or `1-9` for several.
    package var name: String {
        guard let first = letters.first?.last, let last = letters.last?.last else { return "" }
        return letters.count == 1 ? String(first) : "\(first)-\(last)"
    }
}
