import Terminal
import ViewModels

/// Makes the lines of one row of a chat.
struct ChatRowLayout {
    let columns: ChatColumns

    func lines(of row: ChatRowViewModel) -> [ChatLine] {
        switch row.content {
        case .day(let day): centred(day, style: Theme.dim)
        case .newLine: [newLine]
        case .message(let message):
            columns.isStacked ? stacked(message, row.heading) : beside(message, row.heading)
        case .notice(let text): notice(text)
        case .gap(let text): centred(text, style: Theme.dim)
        }
    }

    /// Returns the sender's name, in the sender column or at the right of the line; empty if there is no space.
    ///
    /// - Parameter end: the first free column of the line.
    func sender(of message: MessageViewModel, beside end: Int) -> ChatLine {
        var line = ChatLine()
        let columnCount = TextWidth.columns(message.sender.string)
        if !columns.isStacked {
            guard !message.mustShowWholeSender || columnCount <= columns.sender else { return line }
            line.add(
                message.sender.string, at: columns.senderStart, style: senderStyle(of: message), width: columns.sender)
        } else if end + 2 + columnCount <= columns.width {
            line.add(
                message.sender.string, at: columns.width - columnCount, style: senderStyle(of: message),
                width: columnCount)
        }
        return line
    }

    private var newLine: ChatLine {
        let word = " \(String.words("chat.new")) "
        let end = 2
        let start = ChatColumns.margin
        let rule = max(0, columns.width - start - end - TextWidth.columns(word))
        let text = String(repeating: Marks.rule, count: rule) + word + String(repeating: Marks.rule, count: end)
        var line = ChatLine()
        line.add(text, at: start, style: Theme.newLine, width: columns.width - start)
        return line
    }

    private func centred(_ text: DisplayText, style: Style) -> [ChatLine] {
        TextWrapping.lines(text.string, width: max(1, columns.width - ChatColumns.margin)).map { part in
            var line = ChatLine()
            let x = max(ChatColumns.margin, (columns.width - TextWidth.columns(part)) / 2)
            line.add(part, at: x, style: style, width: columns.width - x)
            return line
        }
    }

    private func notice(_ text: DisplayText) -> [ChatLine] {
        TextWrapping.lines(text.string, width: columns.textWidth).map { part in
            var line = ChatLine()
            line.add(part, at: columns.textStart, style: Theme.dim, width: columns.textWidth)
            return line
        }
    }

    /// Lays out time, sender and text side by side, with wrapped text aligned below the first line.
    private func beside(_ message: MessageViewModel, _ heading: ChatRowViewModel.Heading) -> [ChatLine] {
        if heading == .whole, message.mustShowWholeSender,
            TextWidth.columns(message.sender.string) > columns.sender
        {
            return stacked(message, heading)
        }
        var lines = quoteLines(of: message) + textLines(of: message)
        var head = ChatLine()
        addMention(of: message, to: &head)
        if heading != .nothing {
            head.add(message.time.string, at: ChatColumns.margin, style: Theme.dim, width: columns.time)
        }
        if heading == .whole {
            head.add(
                senderText(of: message), at: columns.senderStart, style: senderStyle(of: message),
                width: columns.sender)
        }
        addMark(of: message, at: columns.markStart, to: &head)
        lines[0].pieces.insert(contentsOf: head.pieces, at: 0)
        return addingStatus(of: message, to: lines) + linesBelow(message)
    }

    /// Lays out sender and time above the text. If the sender is known from the row above, the time alone gets no
    /// line. A sender who must be shown whole gets as many lines as needed, and is never cut off: the Matrix ID is at
    /// the end.
    private func stacked(_ message: MessageViewModel, _ heading: ChatRowViewModel.Heading) -> [ChatLine] {
        var head = ChatLine()
        addMention(of: message, to: &head)
        if heading != .whole, message.mark == .none {
            var lines = quoteLines(of: message) + textLines(of: message)
            lines[0].pieces.insert(contentsOf: head.pieces, at: 0)
            return addingStatus(of: message, to: lines) + linesBelow(message)
        }
        let room = max(0, columns.width - ChatColumns.margin)
        let timeWidth = TextWidth.columns(message.time.string)
        let markWidth = message.mark == .none ? 0 : 2
        let space = max(4, room - timeWidth - 1 - markWidth)
        var sender = message.sender.string
        var above: [ChatLine] = []
        if message.mustShowWholeSender, TextWidth.columns(sender) > space {
            var parts = TextWrapping.lines(sender, width: space)
            sender = parts.removeLast()
            for part in parts {
                head.add(part, at: ChatColumns.margin, style: senderStyle(of: message), width: space)
                above.append(head)
                head = ChatLine()
            }
        }
        let senderWidth = min(TextWidth.columns(sender), space)
        head.add(sender, at: ChatColumns.margin, style: senderStyle(of: message), width: senderWidth)
        let timeStart = ChatColumns.margin + senderWidth + 1
        head.add(message.time.string, at: timeStart, style: Theme.dim, width: timeWidth)
        addMark(of: message, at: timeStart + timeWidth + 1, to: &head)
        let lines = quoteLines(of: message) + textLines(of: message)
        let statusWidth = TextWidth.columns(message.status.string)
        let statusStart = columns.width - statusWidth
        let headEnd = timeStart + timeWidth + markWidth
        guard statusWidth > 0, statusStart > headEnd else {
            return addingStatus(of: message, to: above + [head] + lines) + linesBelow(message)
        }
        head.add(message.status.string, at: statusStart, style: statusStyle(of: message), width: statusWidth)
        return above + [head] + lines + linesBelow(message)
    }

    /// Returns the quoted message on one line.
    private func quoteLines(of message: MessageViewModel) -> [ChatLine] {
        guard !message.quote.isEmpty else { return [] }
        var line = ChatLine()
        line.add(
            "\(Marks.wall) \(message.quote.isolated)", at: columns.textStart, style: Theme.dim, width: columns.textWidth
        )
        return [line]
    }

    /// Returns the picture, the reactions and the thread below the text.
    private func linesBelow(_ message: MessageViewModel) -> [ChatLine] {
        pictureLines(of: message) + reactionLines(of: message) + threadLines(of: message)
    }

    private func pictureLines(of message: MessageViewModel) -> [ChatLine] {
        guard let picture = message.picture else { return [] }
        return PictureLayout(start: columns.textStart, width: columns.textWidth).lines(of: picture)
    }

    private func threadLines(of message: MessageViewModel) -> [ChatLine] {
        guard !message.thread.isEmpty else { return [] }
        let style = message.hasNewInThread ? Theme.newLine : Theme.dim
        let text = "\(Marks.wall) \(message.thread.isolated)"
        return TextWrapping.lines(text, width: columns.textWidth).map { part in
            var line = ChatLine()
            line.add(part, at: columns.textStart, style: style, width: columns.textWidth)
            return line
        }
    }

    /// Lays out reactions side by side without breaking one across lines.
    private func reactionLines(of message: MessageViewModel) -> [ChatLine] {
        var lines: [ChatLine] = []
        var x = columns.width
        for reaction in message.reactions {
            let width = min(TextWidth.columns(reaction.string), columns.textWidth)
            if x + width > columns.width {
                lines.append(ChatLine())
                x = columns.textStart
            }
            lines[lines.count - 1].add(reaction.string, at: x, style: Theme.dim, width: width)
            x += width + 2
        }
        return lines
    }

    private func textLines(of message: MessageViewModel) -> [ChatLine] {
        let layout = RichTextLayout(
            start: columns.textStart, width: columns.textWidth, base: textStyle(of: message))
        let lines = layout.lines(of: message.text, opening: message.kind == .emote ? message.sender.isolated + " " : "")
        guard let poll = message.poll else { return lines }
        return lines + PollLayout(start: columns.textStart, width: columns.textWidth).lines(of: poll)
    }

    /// Adds the delivery status at the right of the last line if it fits, or else below it.
    private func addingStatus(of message: MessageViewModel, to lines: [ChatLine]) -> [ChatLine] {
        guard !message.status.isEmpty else { return lines }
        var lines = lines
        let style = statusStyle(of: message)
        let textEnd = lines.last?.pieces.last.map { $0.x + TextWidth.columns($0.text) } ?? 0
        let start = columns.width - TextWidth.columns(message.status.string)
        if start >= textEnd + 2, !lines.isEmpty {
            lines[lines.count - 1].add(message.status.string, at: start, style: style, width: columns.width - start)
            return lines
        }
        let parts = TextWrapping.lines(message.status.string, width: columns.textWidth)
        for part in parts {
            var line = ChatLine()
            // A status of several lines is aligned left, because a sentence reads badly if its lines begin at
            // different columns.
            let x = parts.count > 1 ? columns.textStart : columns.width - TextWidth.columns(part)
            line.add(part, at: x, style: style, width: columns.width - x)
            lines.append(line)
        }
        return lines
    }

    private func addMention(of message: MessageViewModel, to line: inout ChatLine) {
        if message.isMention { line.add(Marks.mention, at: 0, style: Theme.mention, width: 1) }
    }

    private func addMark(of message: MessageViewModel, at x: Int, to line: inout ChatLine) {
        switch message.mark {
        case .none: break
        case .doubtful: line.add(Marks.doubtful, at: x, style: Theme.failure, width: 1)
        case .inClear: line.add(Marks.inClear, at: x, style: Theme.failure, width: 1)
        }
    }

    private func senderText(of message: MessageViewModel) -> String {
        message.kind == .emote ? "*" : message.sender.string
    }

    private func senderStyle(of message: MessageViewModel) -> Style {
        message.isOwn ? Theme.own : Theme.sender(hue: message.senderHue)
    }

    private func textStyle(of message: MessageViewModel) -> Style {
        switch message.kind {
        case .text: Theme.text
        case .emote: Theme.emote
        case .notice, .removed: Theme.dim
        }
    }

    private func statusStyle(of message: MessageViewModel) -> Style {
        message.statusTone == .failed ? Theme.failure : Theme.dim
    }
}
