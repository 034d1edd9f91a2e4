package import Terminal

/// The areas of the screen.
package struct ScreenLayout: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Only a message that the terminal is too small.
        case tooSmall
        /// A single pane at a time, as on a phone.
        case narrow
        /// A list with one line per chat beside the chat.
        case beside
        /// A list with two lines per chat, in frames.
        case framed
    }

    package let kind: Kind
    package let status: Rectangle
    package let notice: Rectangle
    /// The area between the first lines and the footer.
    package let main: Rectangle
    package let list: Rectangle
    /// The title, the messages and the rule below them; or an invitation.
    package let detail: Rectangle
    package let composer: Rectangle
    package let footer: Rectangle
    /// The column of the line between list and chat; `nil` if there is none.
    package let wall: Int?
    /// Whether the chat's title line also shows the connection state; ``status`` has no rows then.
    package let sharesHeader: Bool
    /// Whether there is a rule between messages and composer.
    package let showsRule: Bool

    package static let smallest = Size(width: 20, height: 5)
    private static let framedHeight = 12
    /// Below this height a rule or a second line at the top would leave too few rows for messages.
    private static let roomyHeight = 8
    private static let maxFooterRows = 3
    /// Up to this height a second line at the top is omitted in favor of the messages.
    private static let scarceHeight = 12
    /// Below this width a title and the connection state don't fit on one line.
    private static let sharedWidth = 40

    /// - Parameters:
    ///   - showsList: whether a narrow screen shows the list instead of the chat.
    ///   - isCovered: whether an overlay may hide the chat's title.
    ///   - footerRows: the preferred height of the footer.
    ///   - composerRows: the preferred height of the composer in a certain width; `nil` if there is none.
    package init(
        size: Size, widths: LayoutWidths = LayoutWidths(), showsNotice: Bool, showsList: Bool,
        isCovered: Bool = false, footerRows: Int = 1, composerRows: ((Int) -> Int)?
    ) {
        let width = size.width
        let isRoomy = size.height >= Self.roomyHeight
        kind =
            if width < Self.smallest.width || size.height < Self.smallest.height {
                .tooSmall
            } else if width >= widths.framedFrom, size.height >= Self.framedHeight {
                .framed
            } else if width >= widths.besideFrom {
                .beside
            } else {
                .narrow
            }
        sharesHeader =
            kind == .narrow && !showsList && !showsNotice && !isCovered && composerRows != nil
            && size.height <= Self.scarceHeight && width >= Self.sharedWidth
        // A notice replaces the status line if there is no row for both.
        let statusRows = sharesHeader || showsNotice && !isRoomy ? 0 : 1
        let noticeRow = statusRows
        let top = showsNotice ? noticeRow + 1 : statusRows
        status = Rectangle(x: 0, y: 0, width: width, height: statusRows)
        notice = Rectangle(x: 0, y: noticeRow, width: width, height: showsNotice ? 1 : 0)
        let footerHeight = max(1, min(footerRows, Self.maxFooterRows, size.height / 3))
        footer = Rectangle(x: 0, y: size.height - footerHeight, width: width, height: footerHeight)
        let main = Rectangle(x: 0, y: top, width: width, height: max(0, size.height - top - footerHeight))
        self.main = main
        showsRule = isRoomy

        let all: Rectangle
        switch kind {
        case .tooSmall, .narrow:
            wall = nil
            list = showsList ? main : Rectangle(x: 0, y: top, width: 0, height: 0)
            all = showsList ? Rectangle(x: 0, y: top, width: 0, height: 0) : main
        case .beside:
            let listWidth = widths.list(inWidth: width, usual: 20)
            wall = listWidth + 1
            list = Rectangle(x: 0, y: main.y, width: listWidth, height: main.height)
            all = Rectangle(x: listWidth + 2, y: main.y, width: width - listWidth - 2, height: main.height)
        case .framed:
            let listWidth = widths.list(inWidth: width, usual: min(32, max(28, width / 4)))
            wall = listWidth + 2
            list = Rectangle(x: 1, y: main.y + 1, width: listWidth, height: main.height - 2)
            all = Rectangle(x: listWidth + 3, y: main.y, width: width - listWidth - 5, height: main.height - 1)
        }
        guard let composerRows, all.width > 0 else {
            detail = all
            composer = Rectangle(x: all.x, y: all.y + all.height, width: all.width, height: 0)
            return
        }
        let most = max(1, min(size.height / 3, all.height - (isRoomy ? 3 : 2)))
        let height = max(1, min(composerRows(all.width - 1), most))
        detail = Rectangle(x: all.x, y: all.y, width: all.width, height: all.height - height)
        composer = Rectangle(x: all.x + 1, y: all.y + all.height - height, width: all.width - 1, height: height)
    }
}

/// The minimum widths of the layouts, in columns.
package struct LayoutWidths: Hashable, Sendable {
    /// The width from which the list is beside the chat.
    package var besideFrom = 76
    /// The width from which the list has two lines per chat, and panes have frames.
    package var framedFrom = 100
    /// The width of the list in columns; 0 for the default: 20 beside the chat, 28 to 32 in a frame.
    package var list = 0

    package init() {}

    /// Returns the width of the list, at most half of the screen.
    func list(inWidth width: Int, usual: Int) -> Int {
        min(list > 0 ? list : usual, width / 2)
    }
}
