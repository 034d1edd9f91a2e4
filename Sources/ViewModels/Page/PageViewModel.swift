/// A page to read, over whatever was shown before: the story of a message.
package struct PageViewModel {
    package struct Section: Hashable, Sendable {
        /// Empty where it has none.
        package let title: DisplayText
        /// Wrapped where they are too long.
        package let lines: [DisplayText]

        package init(title: DisplayText, lines: [DisplayText]) {
            self.title = title
            self.lines = lines
        }
    }

    package let title: DisplayText
    package let sections: [Section]
    /// Says that more comes; empty where nothing does.
    package let busyText: DisplayText

    package init(title: DisplayText, sections: [Section], busyText: DisplayText = .empty) {
        self.title = title
        self.sections = sections
        self.busyText = busyText
    }
}
