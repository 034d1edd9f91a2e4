package import Terminal
import ViewModels

extension ChatsPane {
    /// The drawing parameters of the list in addition to its own state.
    struct ChatListSetting: Equatable {
        let layout: ScreenLayout
        let isFocused: Bool
    }

    /// The drawing parameters of the chat in addition to its own state.
    struct ChatSetting: Equatable {
        let layout: ScreenLayout
        let backMark: String
        let sharesTitleLine: Bool
    }

    /// - Parameter canvas: the whole screen, since frame lines join the neighboring ones.
    package func draw(on canvas: Canvas, isFocused: Bool) {
        let layout = layout()
        drawnLayout = layout
        drawnCompletion = nil
        FrameLines(layout: layout, hasComposer: detail == .chat).draw(on: canvas)
        if layout.list.width > 0 { drawList(on: canvas, layout: layout, isFocused: isFocused && listHasFocus) }
        guard layout.detail.width > 0 else { return }
        let backMark = layout.kind == .narrow ? narrowBackMark : ""
        switch detail {
        case .chat:
            drawChat(on: canvas, layout: layout, backMark: backMark)
            drawTyping(on: canvas, layout: layout)
            composer.draw(on: canvas.part(layout.composer), isFocused: isFocused && focused === composer)
            drawCompletion(on: canvas, layout: layout)
        case .invitation:
            invitation.backMark = backMark
            invitation.draw(on: canvas.part(layout.detail), isFocused: isFocused && !listHasFocus)
        case .nothing:
            chatList.drawBeginning(on: canvas.part(layout.detail))
        }
    }

    /// Clears the cached frames, so that each part is drawn again with the next frame.
    func invalidateFrames() {
        chatListPicture.invalidate()
        chatPicture.invalidate()
    }

    private func drawList(on canvas: Canvas, layout: ScreenLayout, isFocused: Bool) {
        let list = canvas.part(layout.list)
        chatList.isChatBeside = layout.detail.width > 0
        chatList.linesPerItem = layout.kind == .framed ? 2 : 1
        chatListPicture.draw(on: list, by: ChatListSetting(layout: layout, isFocused: isFocused)) {
            chatList.draw(on: list, isFocused: isFocused)
        }
    }

    private func drawChat(on canvas: Canvas, layout: ScreenLayout, backMark: String) {
        let detail = canvas.part(layout.detail)
        let setting = ChatSetting(
            layout: layout, backMark: backMark, sharesTitleLine: !typing.isHidden || layout.sharesHeader)
        chat.backMark = backMark
        chat.showsRule = layout.showsRule
        chat.sharesTitleLine = setting.sharesTitleLine
        chat.hasTitleBar = layout.sharesHeader
        chatPicture.draw(on: detail, by: setting) { chat.draw(on: detail, isFocused: false) }
    }

    /// Draws over the messages, directly above the composer.
    private func drawCompletion(on canvas: Canvas, layout: ScreenLayout) {
        let bottom = layout.composer.y - (layout.showsRule ? 1 : 0)
        let height = min(composer.completion.wantedHeight, bottom - layout.detail.y - 1)
        guard height > 0 else { return }
        let place = Rectangle(
            x: layout.detail.x, y: bottom - height, width: layout.composer.width + 1, height: height)
        drawnCompletion = place
        composer.completion.draw(on: canvas.part(place), isFocused: true)
    }

    private func drawTyping(on canvas: Canvas, layout: ScreenLayout) {
        typing.isInFrame = layout.kind == .framed
        typing.isInBar = layout.sharesHeader
        typing.draw(on: canvas.part(besideTitle(in: layout)), isFocused: false)
    }

    /// Returns the part of the title line that the title leaves free.
    func besideTitle(in layout: ScreenLayout) -> Rectangle {
        let columns = chat.titleColumns(width: layout.detail.width)
        return Rectangle(
            x: layout.detail.x + columns, y: layout.detail.y, width: layout.detail.width - columns, height: 1)
    }

    /// Whether that part is empty now.
    var isTitleLineFree: Bool { typing.isHidden && !chat.isFetching }

    private var narrowBackMark: String {
        let count = chatList.waitingElsewhere
        let account = chatList.openAccount.string
        return (count > 0 ? "\(Marks.back) \(count)" : Marks.back) + (account.isEmpty ? "" : "  \(account)")
    }
}

/// The lines between and around the panes.
@MainActor
struct FrameLines {
    let layout: ScreenLayout
    /// Whether the right-hand part has a rule above a composer.
    let hasComposer: Bool

    func draw(on canvas: Canvas) {
        guard let wall = layout.wall else { return }
        let main = layout.main
        let ruleRow = layout.detail.y + layout.detail.height - 1
        let hasRule = hasComposer && layout.showsRule
        drawWall(at: wall, on: canvas)
        guard layout.kind == .framed else {
            if hasRule { canvas.draw("├", at: Point(x: wall, y: ruleRow), style: Theme.rule) }
            return
        }
        let right = main.width - 1
        drawWall(at: 0, on: canvas)
        drawWall(at: right, on: canvas)
        drawRow("┌", "┬", "┐", from: 0, wall: wall, right: right, y: main.y, on: canvas)
        drawRow("└", "┴", "┘", from: 0, wall: wall, right: right, y: main.y + main.height - 1, on: canvas)
        if hasRule { drawRow("├", "├", "┤", from: wall, wall: wall, right: right, y: ruleRow, on: canvas) }
        canvas.draw(" \(String.words("panes.chats")) ", at: Point(x: 1, y: main.y), style: Theme.title)
    }

    private func drawWall(at x: Int, on canvas: Canvas) {
        canvas.fill(
            Rectangle(x: x, y: layout.main.y, width: 1, height: layout.main.height), with: Marks.wall,
            style: Theme.rule)
    }

    private func drawRow(
        _ first: String, _ middle: String, _ last: String, from left: Int, wall: Int, right: Int, y: Int,
        on canvas: Canvas
    ) {
        canvas.fill(
            Rectangle(x: left, y: y, width: right - left, height: 1), with: Marks.rule, style: Theme.rule)
        canvas.draw(first, at: Point(x: left, y: y), style: Theme.rule)
        canvas.draw(middle, at: Point(x: wall, y: y), style: Theme.rule)
        canvas.draw(last, at: Point(x: right, y: y), style: Theme.rule)
    }
}
