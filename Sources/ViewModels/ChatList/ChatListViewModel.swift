/// The list of chats, newest first.
package struct ChatListViewModel: Equatable {
    package let items: [ChatListItemViewModel]
    /// Shown while nothing was loaded yet.
    package let shouldShowBusy: Bool
    /// What to read where there are no items: as in `No chats yet: F4 makes one`.
    package let emptyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText

    package init(
        items: [ChatListItemViewModel], shouldShowBusy: Bool, emptyText: DisplayText, shouldShowError: Bool,
        errorText: DisplayText
    ) {
        self.items = items
        self.shouldShowBusy = shouldShowBusy
        self.emptyText = emptyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
    }
}
