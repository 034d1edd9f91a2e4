package import Terminal
import ViewModels

extension MessengerScreen {
    package func draw() -> Frame {
        let canvas = Canvas(size: size)
        let layout = layout
        shownLayout = layout
        guard layout.kind != .tooSmall else {
            canvas.drawShortened(.words("panes.too-small"), at: Point(x: 0, y: 0), width: size.width)
            return canvas.frame
        }
        statusLine.draw(on: canvas.part(layout.status), isFocused: false)
        if !notice.isHidden { notice.draw(on: canvas.part(layout.notice), isFocused: false) }
        let main = canvas.part(layout.main)
        let isCovered = host.overlays.contains { !$0.isTransparent }
        if let screen = navigation?.screen {
            let pane = panes[screen]
            pane.draw(on: pane === chats ? canvas : main, isFocused: !isCovered && !picker.isOpen)
        }
        if layout.sharesHeader, chats.isTitleLineFree || statusLine.isUrgent {
            statusLine.drawBriefly(on: canvas.part(chats.besideTitle(in: layout)))
        }
        if picker.isOpen { picker.draw(on: main, isFocused: host.overlays.isEmpty) }
        if let overlay = host.overlays.last {
            overlay.draw(on: canvas.part(overlay.place(in: layout, size: size)), isFocused: true)
            // A response to the last key takes precedence over the overlay.
            if overlay.replacesFooter, footer.message.isEmpty { return canvas.frame }
        }
        footer.draw(on: canvas.part(layout.footer), entries: footerEntries)
        return canvas.frame
    }

    /// Called when the last frame is on the terminal.
    package func wasPresented() {
        hasUnseenMove = false
        chats.chat.tellWhatWasShown()
    }

    /// The footer's entries for the current keys; unavailable actions are left out.
    private var footerEntries: [FooterEntry] {
        let (context, backLabel, takers) = (context, top.backLabel, takers)
        let isCovered = !host.overlays.isEmpty
        return keyMap.footer(for: context).compactMap { choice in
            if choice.id == .back {
                return backLabel.map { FooterEntry(key: choice.key, text: $0, isWayOut: true, action: .back) }
            }
            // A second key to the same place would take space from other actions.
            if choice.word == backLabel { return nil }
            if !isCovered || choice.id == .scrollDown, lack(of: choice.id, among: takers) != nil { return nil }
            return FooterEntry(key: choice.key, text: choice.word, action: choice.id)
        }
    }
}
