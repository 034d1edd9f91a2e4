/// The spaces that a chat can be put into or taken out of, or the chats to add to a space.
package struct SpaceChoice {
    package enum Move: Hashable, Sendable { case into, outOf }

    /// The question, as in `Into which space?`.
    package let title: DisplayText
    /// Shown in the empty field.
    package let placeholder: DisplayText
    package let rows: [FuzzyListRowViewModel]
    /// The text shown if there are no rows.
    package let emptyText: DisplayText
    /// Returns a row for the typed text itself; `nil` if it has no meaning.
    package let typedRow: @MainActor (String) -> FuzzyListRowViewModel?
    /// The reason why there is nothing to choose; `nil` if there is.
    package let lack: DisplayText?

    package init(
        title: DisplayText, placeholder: DisplayText = .words("contacts.type-to-find"),
        rows: [FuzzyListRowViewModel], emptyText: DisplayText = .empty,
        typedRow: @escaping @MainActor (String) -> FuzzyListRowViewModel? = { _ in nil }, lack: DisplayText? = nil
    ) {
        self.title = title
        self.placeholder = placeholder
        self.rows = rows
        self.emptyText = emptyText
        self.typedRow = typedRow
        self.lack = lack
    }

    package static func none(_ lack: DisplayText) -> SpaceChoice { SpaceChoice(title: .empty, rows: [], lack: lack) }
}
