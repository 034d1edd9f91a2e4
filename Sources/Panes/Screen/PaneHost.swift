package import ViewModels

/// What panes ask of the screen that they stand on: a word in the footer, a question, a list or a page over all else.
@MainActor
package final class PaneHost {
    /// Something must be drawn.
    package var onChange: () -> Void = {}
    package var onSay: (DisplayText) -> Void = { _ in }
    package var onCommand: (ScreenCommand) -> Void = { _ in }
    /// Does an action as if its key was pressed.
    package var onRun: (ActionID) -> Void = { _ in }
    /// Drops text until a key comes that is none: the field that it was typed for is gone.
    package var onDiscardText: () -> Void = {}
    /// Where the focus is.
    package var context: () -> PaneContext = { .chatList }

    /// Calls a closure on the main actor after so many milliseconds.
    package let after: (Int, @escaping @MainActor () -> Void) -> Void
    /// Which keys mean what now.
    package internal(set) var keyMap: KeyMap
    /// What lies over the screen, the topmost last.
    package private(set) var overlays: [any OverlayPane] = []
    private let pages: Event<PageViewModel>

    package init(
        pages: Event<PageViewModel>, keyMap: KeyMap, after: @escaping (Int, @escaping @MainActor () -> Void) -> Void
    ) {
        self.pages = pages
        self.keyMap = keyMap
        self.after = after
    }

    /// Says in the footer what a key did, or why it did nothing.
    package func say(_ message: DisplayText?) {
        if let message { onSay(message) }
    }

    /// A text with the keys that it names as they are now.
    package func filled(_ text: DisplayText) -> DisplayText {
        text.filled { action in ActionID(name: action.rawValue).map(keyName) ?? "" }
    }

    package func open(_ overlay: any OverlayPane) {
        overlay.onChange = { [weak self] in self?.onChange() }
        overlays.append(overlay)
        onChange()
    }

    /// What the topmost overlay lay over has the keys again.
    package func closeTop() {
        _ = overlays.popLast()
        onChange()
    }

    package func closeAll() {
        overlays = []
        onChange()
    }

    /// As in `F4`; empty where nothing leads to the action.
    package func keyName(_ action: ActionID) -> String {
        keyMap.binding(action)?.firstKeyName(in: context()) ?? ""
    }
}

extension PaneHost {
    /// Asks before something is done that can't be taken back.
    package func ask(_ question: DisplayText, _ action: Action<Void>) {
        guard action.reason == nil else { return say(action.reason) }
        open(
            ConfirmationPane(question: question) { [weak self] in
                self?.closeTop()
                self?.say(action())
            })
    }

    /// Asks for a line.
    ///
    /// - Parameter isSecret: whether marks stand for what is typed.
    package func ask(
        _ question: DisplayText, placeholder: DisplayText, isSecret: Bool = false, _ action: Action<String>
    ) {
        guard action.reason == nil else { return say(action.reason) }
        open(
            QuestionPane(
                question: question, placeholder: placeholder, wayOut: .words("panes.way-back", ["key": keyName(.back)]),
                isSecret: isSecret
            ) {
                [weak self] text in
                self?.closeTop()
                self?.say(action(text))
            })
    }

    /// A list to choose one row of, which closes it where the row says so.
    ///
    /// - Parameter row: the one to begin at; `nil` for the first.
    package func choose(from model: FuzzyListViewModel, beginningAt row: FuzzyListRowID? = nil) {
        open(FuzzyListPane(model: model, beginningAt: row, host: self))
    }

    /// The row, which closes the list that it is chosen from.
    package func closing(_ row: FuzzyListRowViewModel) -> FuzzyListRowViewModel {
        guard row.choose.reason == nil else { return row }
        return row.choosing { [weak self] in
            self?.closeTop()
            self?.say(row.choose())
        }
    }

    /// Shows the page that an action brings.
    package func showPage(_ action: Action<Void>) {
        if let reason = action() { return say(reason) }
        open(PagePane(page: pages, host: self))
    }

    /// To the clipboard.
    package func copy(_ text: DisplayText) {
        guard !text.isEmpty else { return say(.words("panes.nothing-to-copy")) }
        guard text.string.utf8.count <= Self.copyLimit else {
            return say(.words("panes.too-long-to-copy"))
        }
        onCommand(.copy(text.string))
        say(.words("panes.copied"))
    }

    /// What terminals take in one OSC 52 sequence, in bytes before they are written in base64.
    private static let copyLimit = 70_000
}
