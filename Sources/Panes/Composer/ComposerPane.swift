package import Terminal
package import ViewModels

/// Where a line is written.
@MainActor
package final class ComposerPane: Pane {
    package var onChange: () -> Void = {}

    private let after: (Int, @escaping @MainActor () -> Void) -> Void
    private var model: ComposerViewModel?
    private var editor = TextEditor(allowsLines: true)
    /// Whether the text differs from what was last told.
    private var isUntold = false
    /// Whether the text that was last told, or that came, is empty.
    private var isToldEmpty = true
    /// Rises with each key, so that only the last one's delay counts.
    private var keyCount = 0
    /// A line that was handed over and is neither taken nor refused yet.
    private var handedOver: String?
    /// Why the last line could not be handed over, until the next key.
    private var reason: DisplayText?

    /// How long after the last key the text is told.
    private static let pause = 500

    package init(
        composer: Event<ComposerViewModel>, after: @escaping (Int, @escaping @MainActor () -> Void) -> Void
    ) {
        self.after = after
        composer.subscribe(self) { pane, model in pane.take(model) }
    }

    package var context: PaneContext { editor.isEmpty ? .emptyComposer : .composer }

    /// The rows it would like in a certain width: its text, and its banner and notice if there are any.
    package func wantedHeight(width: Int) -> Int {
        TextFieldView.rowCount(of: editor, width: width - 1) + (notice.isEmpty ? 0 : 1) + (hasBanner ? 1 : 0)
    }

    /// Whether the line is an answer or an edit.
    package var hasBanner: Bool { model.map { !$0.banner.isEmpty } ?? false }

    package func cancelBanner() {
        tellText()
        model?.cancelBanner()
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        var height = canvas.size.height
        if !notice.isEmpty, height > 1 {
            height -= 1
            canvas.drawShortened(
                notice.string, at: Point(x: 1, y: height), style: Theme.failure, width: canvas.size.width - 1)
        }
        let top = hasBanner && height > 1 ? 1 : 0
        if top > 0 {
            canvas.drawShortened(
                model?.banner.string ?? "", at: Point(x: 1, y: 0), style: Theme.title, width: canvas.size.width - 1)
        }
        for y in top..<height {
            canvas.draw(Marks.composer, at: Point(x: 0, y: y), style: isFocused ? Theme.title : Theme.dim)
        }
        editor.wrapWidth = canvas.size.width - 2
        TextFieldView(editor: editor, placeholder: model?.placeholder ?? .empty)
            .drawRows(
                on: canvas.part(Rectangle(x: 1, y: top, width: canvas.size.width - 1, height: height - top)),
                isFocused: isFocused)
    }

    package func press(_ key: Key) -> Bool {
        reason = nil
        if BindingTable.action(for: key, in: context) == .send {
            send()
            return true
        }
        guard editor.press(key) else { return false }
        textChanged()
        return true
    }

    /// Never sends, whatever is in it.
    package func paste(_ text: String) {
        editor.paste(text)
        textChanged()
    }

    /// The field is left, or what it belongs to goes out of view: the text is told now.
    package func leave() {
        handedOver = nil
        tellText()
    }
}

extension ComposerPane {
    private var notice: DisplayText { reason ?? model?.notice ?? .empty }

    private func tellText() {
        guard isUntold, let model else { return }
        isUntold = false
        isToldEmpty = editor.isEmpty
        model.edited(editor.text)
    }

    private func send() {
        guard let model else { return }
        let text = editor.text
        reason = model.send(text)
        guard reason == nil else {
            onChange()
            return
        }
        // The field is free at once, or what is typed before the answer would be sent twice or be lost.
        handedOver = text
        isUntold = false
        isToldEmpty = true
        keyCount += 1
        editor.replaceAll(with: "")
        onChange()
    }

    private func textChanged() {
        isUntold = true
        // Others see at once that one begins to write, or stopped.
        if editor.isEmpty != isToldEmpty { tellText() }
        keyCount += 1
        let count = keyCount
        after(Self.pause) { [weak self] in
            if let self, keyCount == count { tellText() }
        }
        onChange()
    }

    private func take(_ model: ComposerViewModel) {
        let isNewer = model.revision > self.model?.revision ?? .min
        self.model = model
        if isNewer {
            // The empty field that answers a line must not take what was typed since.
            let isAnswer = handedOver != nil && model.text.isEmpty
            if !isAnswer || editor.isEmpty {
                editor.replaceAll(with: model.text)
                isUntold = false
                isToldEmpty = editor.isEmpty
            }
            handedOver = nil
        } else if let refused = handedOver, !model.notice.isEmpty {
            handedOver = nil
            let typed = editor.text
            editor.replaceAll(with: typed.isEmpty ? refused : refused + "\n" + typed)
            isUntold = true
        }
        onChange()
    }
}
