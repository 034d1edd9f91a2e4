package import ViewModels

/// A line of the menu.
package struct MenuEntry {
    package let letters: [Character]
    package let title: String
    /// Why it can't be chosen now.
    package let reason: DisplayText?

    package init(letters: [Character], title: String, reason: DisplayText?) {
        self.letters = letters
        self.title = title
        self.reason = reason
    }

    /// As in `h`, or `1-9` where there are many.
    package var name: String {
        guard let first = letters.first, let last = letters.last else { return "" }
        return letters.count == 1 ? String(first) : "\(first)-\(last)"
    }
}
