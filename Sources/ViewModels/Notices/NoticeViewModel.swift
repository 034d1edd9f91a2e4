/// The line at the top for events outside of the view.
package struct NoticeViewModel: Equatable {
    /// The notice, as in `2 new: Bo, Kim`; may be empty.
    package let text: DisplayText
    package let goThere: Action<Void>
    /// The effect of the key for ``goThere``, as in `goes there`.
    package let goThereText: DisplayText
    /// Whether ``goThere`` opens a page to read, rather than another place.
    package let opensPage: Bool
    package let dismiss: Action<Void>
    /// Whether it reports messages in other chats, which the chat list shows as well.
    package let tellsArrivals: Bool
    /// Whether it requires a response, which is given at the destination.
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
