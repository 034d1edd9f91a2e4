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
    func forgetPictures() {
        chatListPicture.forget()
        chatPicture.forget()
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
