import Terminal
import ViewModels

/// The facts above the members of a chat: a label beside each fact, or above it in a narrow pane.
struct ChatDetailsFacts {
    let model: ChatDetailsViewModel
    let width: Int
    /// Whether long facts are shown in full.
    let isWhole: Bool

    private static let margin = 2
    /// Below this width labels have their own lines.
    private static let narrowest = 40
    /// The maximum number of lines of a fact before it is expanded. An endless name must not push the other facts out
    /// of view.
    private static let maxLines = 4

    /// Whether a fact is longer than the part shown at first.
    var isLong: Bool {
        model.facts.contains { TextWrapping.lines($0.text.string, width: room(at: textStart)).count > Self.maxLines }
    }

    @MainActor
    var lines: [ChatLine] {
        var lines = Array(wrapped(model.title, style: Theme.title, at: Self.margin).prefix(1)) + [ChatLine()]
        for fact in model.facts { lines += self.lines(of: fact) }
        lines.append(ChatLine())
        if model.shouldShowError { lines += wrapped(model.errorText, style: Theme.failure, at: Self.margin) }
        var heading = ChatLine()
        heading.add(model.memberHeading.string, at: Self.margin, style: Theme.title, width: width - Self.margin)
        if model.shouldShowBusy {
            let start = Self.margin + TextWidth.columns(model.memberHeading.string) + 2
            heading.add(model.busyText.string, at: start, style: Theme.dim, width: width - start)
        }
        return lines + [heading]
    }

    private func lines(of fact: ChatDetailsViewModel.Fact) -> [ChatLine] {
        guard width >= Self.narrowest else {
            return wrapped(fact.name, style: Theme.dim, at: Self.margin)
                + wrapped(fact.text, style: Theme.text, at: Self.margin)
        }
        let start = textStart
        var lines = wrapped(fact.text, style: Theme.text, at: start)
        if lines.isEmpty { lines = [ChatLine()] }
        lines[0].add(fact.name.string, at: Self.margin, style: Theme.dim, width: start - Self.margin - 1)
        return lines
    }

    private var textStart: Int {
        guard width >= Self.narrowest else { return Self.margin }
        return Self.margin + (model.facts.map { TextWidth.columns($0.name.string) }.max() ?? 0) + 2
    }

    private func room(at x: Int) -> Int { max(1, width - x - 1) }

    private func wrapped(_ text: DisplayText, style: Style, at x: Int) -> [ChatLine] {
        let room = room(at: x)
        let parts = TextWrapping.aligned(text.string, width: room)
        let most = isWhole ? parts.count : Self.maxLines
        return parts.prefix(most).enumerated().map { number, part in
            var line = ChatLine()
            let isCut = number == most - 1 && parts.count > most
            let rest = part.order == nil ? String(part.text.dropLast()) + Marks.cut : wholeRest(of: text, from: part)
            line.add(isCut ? rest : part.drawn, at: x, style: style, width: room)
            return line
        }
    }

    /// Returns more text than fits, so that drawing shortens it.
    private func wholeRest(of text: DisplayText, from part: WrappedLine) -> String {
        String(text.string.dropFirst(part.range.lowerBound)).replacing("\n", with: " ")
    }
}
