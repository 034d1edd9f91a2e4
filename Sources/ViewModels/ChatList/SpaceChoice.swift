/// What a chat can be put into, or a space be given; or what can be taken out.
package struct SpaceChoice {
    package enum Move: Hashable, Sendable { case into, outOf }

    /// What is chosen, as in `Into which space?`.
    package let title: DisplayText
    /// Shown in the empty field.
    package let placeholder: DisplayText
    package let rows: [FuzzyListRowViewModel]
    /// What to read where there are none.
    package let emptyText: DisplayText
    /// A row for what was typed itself; `nil` where it means nothing.
    package let typedRow: @MainActor (String) -> FuzzyListRowViewModel?
    /// Why there is nothing to choose; `nil` where there is.
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
