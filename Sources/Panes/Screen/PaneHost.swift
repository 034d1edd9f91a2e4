package import ViewModels

/// The services of the screen for its panes: messages in the footer, and questions, lists and pages as overlays.
@MainActor
package final class PaneHost {
    /// Called when the screen must be drawn again.
    package var onChange: () -> Void = {}
    package var onSay: (DisplayText) -> Void = { _ in }
    package var onCommand: (ScreenCommand) -> Void = { _ in }
    /// Runs an action as if its key was pressed.
    package var onRun: (ActionID) -> Void = { _ in }
    /// Drops text until another kind of key is pressed, because the field that it was typed for is gone.
    package var onDiscardText: () -> Void = {}
    /// Returns the context of the focus.
    package var context: () -> PaneContext = { .chatList }

    /// Calls a closure on the main actor after a number of milliseconds.
    package let after: (Int, @escaping @MainActor () -> Void) -> Void
    /// The current key map.
    package internal(set) var keyMap: KeyMap
    /// The overlays above the screen, the topmost last.
    package private(set) var overlays: [any OverlayPane] = []
    private let pages: Event<PageViewModel>

    package init(
        pages: Event<PageViewModel>, keyMap: KeyMap, after: @escaping (Int, @escaping @MainActor () -> Void) -> Void
    ) {
        self.pages = pages
        self.keyMap = keyMap
        self.after = after
    }

    /// Shows in the footer what a key did, or why it did nothing.
    package func showMessage(_ message: DisplayText?) {
        if let message { onSay(message) }
    }

    /// Returns a text with the current key names filled in.
    package func filled(_ text: DisplayText) -> DisplayText {
        text.filled { action in ActionID(name: action.rawValue).map(keyName) ?? "" }
    }

    package func open(_ overlay: any OverlayPane) {
        overlay.onChange = { [weak self] in self?.onChange() }
        overlays.append(overlay)
        onChange()
    }

    /// Closes the topmost overlay.
    package func closeTop() {
        _ = overlays.popLast()
        onChange()
    }

    package func closeAll() {
        overlays = []
        onChange()
    }

    /// Returns the key of an action, as in `F4`; empty if there is none.
    package func keyName(_ action: ActionID) -> String {
        keyMap.binding(action)?.firstKeyName(in: context()) ?? ""
    }
}

extension PaneHost {
    /// Asks for confirmation before an action that can't be undone.
    package func ask(_ question: DisplayText, _ action: Action<Void>) {
        guard action.reason == nil else { return showMessage(action.reason) }
        open(
            ConfirmationPane(question: question) { [weak self] in
                self?.closeTop()
                self?.showMessage(action())
            })
    }

    /// Asks for a line of text.
    ///
    /// - Parameter isSecret: whether typed characters are masked.
    package func ask(
        _ question: DisplayText, placeholder: DisplayText, isSecret: Bool = false, _ action: Action<String>
    ) {
        guard action.reason == nil else { return showMessage(action.reason) }
        open(
            QuestionPane(
                question: question, placeholder: placeholder, wayOut: .words("panes.way-back", ["key": keyName(.back)]),
                isSecret: isSecret
            ) {
                [weak self] text in
                self?.closeTop()
                self?.showMessage(action(text))
            })
    }

    /// Opens a list to choose a row from. The row decides whether the list is closed.
    ///
    /// - Parameter row: the row selected at first; `nil` for the first row.
    package func choose(from model: FuzzyListViewModel, beginningAt row: FuzzyListRowID? = nil) {
        open(FuzzyListPane(model: model, beginningAt: row, host: self))
    }

    /// Returns the row with an action that also closes its list.
    package func closing(_ row: FuzzyListRowViewModel) -> FuzzyListRowViewModel {
        guard row.choose.reason == nil else { return row }
        return row.choosing { [weak self] in
            self?.closeTop()
            self?.showMessage(row.choose())
        }
    }

    /// Opens the page that an action provides.
    package func showPage(_ action: Action<Void>) {
        if let reason = action() { return showMessage(reason) }
        open(PagePane(page: pages, host: self))
    }

    /// Copies text to the clipboard.
    package func copy(_ text: DisplayText) {
        guard !text.isEmpty else { return showMessage(.words("panes.nothing-to-copy")) }
        guard text.string.utf8.count <= Self.copyLimit else {
            return showMessage(.words("panes.too-long-to-copy"))
        }
        onCommand(.copy(text.string))
        showMessage(.words("panes.copied"))
    }

    /// The limit of terminals for one OSC 52 sequence, in bytes before base64 encoding.
    private static let copyLimit = 70_000
}
