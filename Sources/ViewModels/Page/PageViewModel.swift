/// A page of text over the previous screen, such as the history of a message.
package struct PageViewModel {
    package struct Section: Hashable, Sendable {
        /// Empty if it has none.
        package let title: DisplayText
        /// Lines, wrapped if too long.
        package let lines: [DisplayText]

        package init(title: DisplayText, lines: [DisplayText]) {
            self.title = title
            self.lines = lines
        }
    }

    package let title: DisplayText
    package let sections: [Section]
    /// The progress while more is being loaded; may be empty.
    package let busyText: DisplayText

    package init(title: DisplayText, sections: [Section], busyText: DisplayText = .empty) {
        self.title = title
        self.sections = sections
        self.busyText = busyText
    }
}
