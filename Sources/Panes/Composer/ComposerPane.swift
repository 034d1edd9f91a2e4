package import Terminal
package import ViewModels

/// The field in which messages are written.
@MainActor
package final class ComposerPane: FocusPane {
    package var onChange: () -> Void = {}

    private let host: PaneHost
    private var model: ComposerViewModel?
    private(set) var editor = TextEditor(allowsLines: true)
    private var scroll = EditorScroll()
    /// The rows of the pane that contained text when drawn last.
    private var drawnRows = 0..<0
    /// The completions of the word being typed.
    let completion: CompletionPane
    /// The place where the user dismissed the completion.
    private var declined: TextPosition?
    /// The model whose text is open in the external editor.
    private var lent: ComposerViewModel?
    private var receiver = TextReceiver()
    /// Counts key presses, to detect a pause between them.
    private var keyCount = 0
    /// Whether the debounce timer is running; one timer serves any number of keys.
    private var awaitsPause = false
    /// The field as it was before the last line was sent, to restore it if the line is refused.
    private var sent: TextEditor?
    /// The number of the last question asked about the text.
    private var askedNumber = 0
    /// The names that Tab cycles through, as long as no other key is pressed.
    private var names = NameCompletion()
    private var spelling = SpellingMarks()
    /// The place of the last typed letter, whose word isn't complete yet.
    private var typed: TextPosition?
    /// The reason why the last key failed, shown until the next key.
    private var reason: DisplayText?

    /// The debounce delay before the text is reported, in milliseconds. The report may be late by the same time
    /// again.
    private static let pause = 250
    /// The limit up to which rows are counted. It exceeds a third of the tallest terminal, so no composer is taller.
    private static let maxRows = 340

    package init(
        composer: Event<ComposerViewModel>, completion: Event<CompletionViewModel>,
        spelling: Event<SpellingViewModel>, host: PaneHost
    ) {
        self.host = host
        self.completion = CompletionPane(completion: completion, host: host)
        self.completion.onChange = { [weak self] in self?.onChange() }
        self.completion.onNames = { [weak self] in self?.complete(names: $0, for: $1) }
        self.completion.onTake = { [weak self] row, query in self?.complete(with: row, of: query) }
        spelling.subscribe(self) { pane, model in
            if let lack = pane.spelling.apply(model) { pane.host.showMessage(lack) }
            pane.askAboutWords()
            pane.onChange()
        }
        composer.subscribe(self) { pane, model in pane.apply(model) }
    }

    package var context: PaneContext {
        if editor.isEmpty { return .emptyComposer }
        return completion.isOpen ? .completion : .composer
    }

    /// Returns the preferred height in a certain width: the text, and the banner and notice if there are any.
    package func wantedHeight(width: Int) -> Int {
        editor.rowCount(width: width - 2, atMost: Self.maxRows) + noticeLines(width: width).count + (hasBanner ? 1 : 0)
            + warningLines(width: width).count
    }

    /// Whether the line is a reply or an edit.
    package var hasBanner: Bool { model.map { !$0.banner.isEmpty } ?? false }

    package func cancelBanner() {
        tellText()
        model?.cancelBanner()
    }

    package func draw(on canvas: Canvas, isFocused: Bool) {
        var height = canvas.size.height
        height -= drawNotice(on: canvas)
        let warned = drawWarning(on: canvas, height: height)
        let top = warned + (hasBanner && height > warned + 1 ? 1 : 0)
        if top > warned {
            canvas.drawShortened(
                model?.banner.string ?? "", at: Point(x: 1, y: warned), style: Theme.title, width: canvas.size.width - 1
            )
        }
        for y in top..<height {
            canvas.draw(Marks.composer, at: Point(x: 0, y: y), style: isFocused ? Theme.title : Theme.dim)
        }
        editor.wrapWidth = canvas.size.width - 2
        scroll.show(editor, height: height - top)
        drawnRows = top..<max(top, height)
        let place = typedPlace
        TextFieldView(
            editor: editor, placeholder: host.filled(model?.placeholder ?? .empty),
            marked: { [spelling, editor] line in
                spelling.misspelt(in: editor, line: line, typedAt: place).map(\.range)
            }
        )
        .drawRows(
            on: canvas.part(Rectangle(x: 1, y: top, width: canvas.size.width - 1, height: height - top)),
            from: scroll.top, isFocused: isFocused)
    }

    package func perform(_ action: ActionID) -> Bool {
        reason = nil
        if context == .completion, completion.perform(action) { return true }
        if action == .complete {
            completeName()
            return true
        }
        names.forget()
        switch action {
        case .send: send()
        case .olderOwnLine: recall { .older(than: $0) }
        case .newerOwnLine: recall { .newer(than: $0) }
        case .editExternally: host.onCommand(.edit(beginEditing()))
        case .moreKeys: host.open(PrefixPane())
        case .takeIdentity: answerWarning()
        case .suggestSpelling: suggestSpelling()
        default: return edit { $0.perform(action) }
        }
        return true
    }

    package func type(_ text: String) -> Bool {
        reason = nil
        names.forget()
        return edit { $0.type(text) }
    }

    /// Scrolls the text, unless all of it is visible.
    package func scroll(at point: Point, by rows: Int) -> Bool {
        let height = drawnRows.count
        guard drawnRows.contains(point.y), editor.row(from: .first, by: height) != nil else { return false }
        scroll.move(&editor, by: rows, height: height)
        onChange()
        return true
    }

    /// Moves the cursor to the point, or to the end of the text if the point is below it.
    package func press(at point: Point) -> Bool {
        reason = nil
        names.forget()
        guard drawnRows.contains(point.y) else { return false }
        if let row = editor.row(from: scroll.top, by: point.y - drawnRows.lowerBound) {
            editor.move(toColumn: point.x - 1, of: row)
        } else {
            let last = editor.lines.count - 1
            editor.move(toColumn: .max, of: TextRow(line: last, row: editor.rows(ofLine: last).count - 1))
        }
        followCompletion(isAsked: false)
        onChange()
        return true
    }

    package func reason(against action: ActionID) -> DisplayText? {
        switch action {
        case .send: entering?.reason
        case .olderOwnLine, .newerOwnLine: model?.recall.reason
        case .takeIdentity: model?.answerWarning.reason
        case .suggestSpelling: reasonAgainstSuggestions
        default: nil
        }
    }

    /// Inserts text without ever sending it.
    package func paste(_ text: String) -> Bool {
        names.forget()
        editor.paste(text)
        textChanged()
        typed = nil
        askAboutWords()
        followCompletion(isAsked: false)
        return true
    }

    private func edit(_ change: (inout TextEditor) -> Bool) -> Bool {
        let wasOpen = completion.isOpen
        let lines = editor.lines
        guard change(&editor) else { return false }
        textChanged()
        // Moving the cursor through a text doesn't open the completion.
        let isTyped = !lines.elementsEqual(editor.lines) { $0 === $1 }
        typed = isTyped ? editor.place : nil
        askAboutWords()
        followCompletion(isAsked: isTyped || wasOpen)
        return true
    }

    /// Reports the text at once, because the field loses the focus or its chat goes out of view.
    package func leave() {
        receiver.leave()
        followCompletion(isAsked: false)
        tellText()
    }
}

extension ComposerPane {
    /// Closes the completion until another word can be completed.
    package func closeCompletion() {
        declined = completionStart
        completion.follow(nil)
    }

    /// - Returns: the draft for the external editor.
    package func beginEditing() -> String {
        leave()
        lent = model
        return editor.text
    }

    /// - Parameter text: the edited draft, `nil` if it is unchanged.
    package func finishEditing(_ text: String?) {
        let lender = lent
        lent = nil
        guard let text, text != editor.text else { return }
        guard let lender, let model, case .lines(let returned) = model.text.change(since: lender.text.revision) else {
            // Another chat was opened meanwhile: the text is saved in the chat that it belongs to.
            lender?.edited(text)
            return textChanged()
        }
        editor.rewrite(text)
        receiver.textChanged()
        putAbove(returned.map(\.text))
        tellText()
        onChange()
    }

    private var completionStart: TextPosition? {
        editor.completion.map { TextPosition(line: editor.place.line, column: editor.place.column - $0.count) }
    }

    private func followCompletion(isAsked: Bool) {
        let start = completionStart
        if start != declined { declined = nil }
        completion.follow(isAsked && declined == nil ? editor.completion?.query : nil)
    }

    /// Replaces the word before the cursor with a member's name, and at each further Tab with the next name.
    private func completeName() {
        if let (length, text) = names.next() {
            editor.complete(length, with: text)
            return textChanged()
        }
        guard let word = editor.nameBeforeCursor else {
            let key = host.keyMap.binding(.focusList)?.keys(in: .composer).first?.name ?? ""
            return host.showMessage(
                .words("composer.nothing-to-complete", ["key": key]))
        }
        completion.askNames(word)
    }

    private func complete(names found: [String], for word: String) {
        guard editor.nameBeforeCursor == word else { return }
        guard let text = names.begin(found, word: word, isAtStart: editor.cursor == word.count) else {
            return host.showMessage(.words("composer.nobody-begins-with", ["word": word]))
        }
        editor.complete(word.count, with: text)
        textChanged()
    }

    private func complete(with row: CompletionViewModel.Row, of query: CompletionQuery) {
        if row.addsWord { return spelling.add(row.text) }
        let count = query.kind == .spelling ? query.text.count : editor.completion?.count
        guard let count else { return }
        editor.complete(count, with: row.text)
        textChanged()
        askAboutWords()
    }

    /// The place of the word being typed, as long as the cursor stays there.
    private var typedPlace: TextPosition? { typed == editor.place ? typed : nil }

    private func askAboutWords() { spelling.ask(about: editor, typedAt: typedPlace) }

    private var reasonAgainstSuggestions: DisplayText? {
        if !spelling.lack.isEmpty { return spelling.lack }
        return spelling.nearest(in: editor) == nil ? .words("spelling.nothing-misspelt") : nil
    }

    private func suggestSpelling() {
        if let reason = reasonAgainstSuggestions { return host.showMessage(reason) }
        guard let (word, line) = spelling.nearest(in: editor) else { return }
        editor.move(behind: word, ofLine: line)
        typed = nil
        completion.follow(CompletionQuery(kind: .spelling, text: word.text))
        onChange()
    }

    private var notice: (text: DisplayText, style: Style) {
        if let reason { return (host.filled(reason), Theme.failure) }
        if let model, !model.notice.isEmpty {
            return (host.filled(model.notice), model.isNoticeOfSuccess ? Theme.dim : Theme.failure)
        }
        return (LengthNotice(byteCount: editor.byteCount, limit: model?.byteLimit ?? .max).text, Theme.failure)
    }

    /// The effect of Enter. The text is only assembled if it can be a command, since that is slow for a long text.
    private var entering: Action<String>? {
        model?.entering(editor.lines.first?.characters.first == "/" ? editor.text : "")
    }

    private func noticeLines(width: Int) -> [String] {
        let text = notice.text
        return text.isEmpty ? [] : TextWrapping.lines(text.string, width: max(1, width - 1))
    }

    /// - Returns: the height of the notice at the bottom; it leaves one row to the text.
    private func drawNotice(on canvas: Canvas) -> Int {
        let lines = noticeLines(width: canvas.size.width)
        let count = max(0, min(lines.count, canvas.size.height - 1))
        canvas.drawLines(of: notice.text.string, y: canvas.size.height - count, rows: count, style: notice.style)
        return count
    }

    private func warningLines(width: Int) -> [String] {
        guard let model, !model.warning.isEmpty else { return [] }
        return TextWrapping.lines(host.filled(model.warning).string, width: max(1, width - 1))
    }

    /// - Returns: the height of the warning at the top; it leaves one row to the text.
    private func drawWarning(on canvas: Canvas, height: Int) -> Int {
        let count = min(warningLines(width: canvas.size.width).count, max(0, height - 1))
        guard count > 0, let model else { return 0 }
        canvas.drawLines(of: host.filled(model.warning).string, y: 0, rows: count, style: Theme.failure)
        return count
    }

    private func answerWarning() {
        guard let model else { return }
        host.ask(model.warningQuestion, model.answerWarning)
    }

    private func tellText() {
        guard let model, receiver.report(isEmpty: editor.isEmpty) else { return }
        model.edited(editor.text)
    }

    private func send() {
        guard let model else { return }
        let text = editor.text
        reason = model.entering(text)(text)
        guard reason == nil else {
            onChange()
            return
        }
        // Clears the field at once. Text typed before the response would otherwise be sent twice or be lost.
        receiver.submit()
        sent = editor
        keyCount += 1
        editor.replaceAll(with: "")
        completion.follow(nil)
        onChange()
    }

    /// Recalls an own line and saves the current text, which is restored on the way back. A response is ignored if
    /// the text has changed since.
    private func recall(_ step: (String) -> ComposerViewModel.Recall) {
        receiver.leave()
        tellText()
        reason = model?.recall(step(editor.text))
        onChange()
    }

    private func textChanged() {
        receiver.textChanged()
        keyCount += 1
        awaitPause()
        onChange()
    }

    private func awaitPause() {
        guard !awaitsPause else { return }
        awaitsPause = true
        let count = keyCount
        host.after(Self.pause) { [weak self] in
            guard let self else { return }
            awaitsPause = false
            // Reports the start and end of typing even without a pause, so that others see the typing notification
            // soon.
            if keyCount == count || editor.isEmpty != receiver.isReportedEmpty { tellText() }
            if receiver.hasUnreportedText { awaitPause() }
        }
    }

    private func apply(_ model: ComposerViewModel) {
        let old = self.model
        self.model = model
        switch receiver.receive(model.text, isEmpty: editor.isEmpty) {
        case .lines(let lines): putAbove(lines)
        case .text(let text, let isReported):
            // Text that was not reported yet belongs to the chat in which it was typed.
            if !isReported { old?.edited(editor.text) }
            editor.replaceAll(with: text)
            completion.follow(nil)
            askAboutWords()
        }
        if let question = model.question, question.number > askedNumber {
            askedNumber = question.number
            host.ask(question.text, .available(question.confirm))
        }
        onChange()
    }

    private func putAbove(_ lines: [String]) {
        for line in lines {
            if !editor.isEmpty {
                editor.putAbove(line)
            } else if let sent, sent.text == line {
                editor.takeBack(sent)
            } else {
                editor.replaceAll(with: line)
            }
        }
    }
}
