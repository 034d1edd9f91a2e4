/// The line at the top for what happened outside of the view.
package struct NoticeViewModel: Equatable {
    /// As in `2 new: Bo, Kim`; empty where there is nothing to tell.
    package let text: DisplayText
    package let goThere: Action<Void>
    /// What the key for ``goThere`` does, as in `goes there`.
    package let goThereText: DisplayText
    /// Whether ``goThere`` brings a page to read, rather than another place.
    package let opensPage: Bool
    package let dismiss: Action<Void>
    /// Whether it tells of what was said elsewhere, which the chat list tells as well.
    package let tellsArrivals: Bool
    /// Whether an answer is waited for, which is given there.
    package let asks: Bool

    package init(
        text: DisplayText, goThere: Action<Void>, goThereText: DisplayText = .words("notices.goes-there"),
        opensPage: Bool = false, tellsArrivals: Bool = false,
        asks: Bool = false, dismiss: Action<Void>
    ) {
        self.text = text
        self.goThere = goThere
        self.goThereText = goThereText
        self.opensPage = opensPage
        self.dismiss = dismiss
        self.tellsArrivals = tellsArrivals
        self.asks = asks
    }

    package static func == (left: NoticeViewModel, right: NoticeViewModel) -> Bool { left.text == right.text }
}
