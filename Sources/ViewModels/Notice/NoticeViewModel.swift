/// The line at the top for what happened outside of the view.
package struct NoticeViewModel: Equatable {
    /// As in `2 new: Bo, Kim`; empty where there is nothing to tell.
    package let text: DisplayText
    package let goThere: Action<Void>
    package let dismiss: Action<Void>

    package init(text: DisplayText, goThere: Action<Void>, dismiss: Action<Void>) {
        self.text = text
        self.goThere = goThere
        self.dismiss = dismiss
    }

    package static func == (left: NoticeViewModel, right: NoticeViewModel) -> Bool { left.text == right.text }
}
