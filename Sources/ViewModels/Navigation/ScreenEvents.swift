/// All events that a screen can subscribe to, for each part that changes independently.
@MainActor
package struct ScreenEvents {
    package let navigation: Event<NavigationViewModel>
    package let connection: Event<ConnectionViewModel>
    package let chatList: Event<ChatListViewModel>
    package let chat: Event<ChatViewModel>
    package let chatDetails: Event<ChatDetailsViewModel>
    package let typing: Event<TypingViewModel>
    /// The page requested last.
    package let page: Event<PageViewModel>
    package let composer: Event<ComposerViewModel>
    package let completion: Event<CompletionViewModel>
    package let spelling: Event<SpellingViewModel>
    package let createChat: Event<CreateChatViewModel>
    package let suggestions: Event<AutocompleteContactViewModel>
    package let contacts: Event<ContactListViewModel>
    package let editContact: Event<EditContactViewModel>
    package let devices: Event<DevicesViewModel>
    package let invitation: Event<InvitationViewModel>
    package let firstRun: Event<FirstRunViewModel>
    package let login: Event<LoginViewModel>
    package let verification: Event<VerificationViewModel>
    package let security: Event<StepViewModel>
    package let share: Event<StepViewModel>
    /// The list over the panes; `nil` if there is none.
    package let picker: Event<FuzzyListViewModel?>
    package let notice: Event<NoticeViewModel>
    package let undo: Event<UndoViewModel>

    private let clock: FrameClock

    /// Whether the current delivery is the response to a user's action; otherwise it is unsolicited.
    @MainActor package var isAnswering: Bool { clock.isAnswering }

    package init(clock: FrameClock) {
        self.clock = clock
        navigation = Event(clock: clock)
        connection = Event(clock: clock)
        chatList = Event(clock: clock)
        chat = Event(clock: clock)
        chatDetails = Event(clock: clock)
        typing = Event(clock: clock)
        page = Event(clock: clock)
        composer = Event(clock: clock)
        completion = Event(clock: clock)
        spelling = Event(clock: clock)
        createChat = Event(clock: clock)
        suggestions = Event(clock: clock)
        contacts = Event(clock: clock)
        editContact = Event(clock: clock)
        devices = Event(clock: clock)
        invitation = Event(clock: clock)
        firstRun = Event(clock: clock)
        login = Event(clock: clock)
        verification = Event(clock: clock)
        security = Event(clock: clock)
        share = Event(clock: clock)
        picker = Event(clock: clock)
        notice = Event(clock: clock)
        undo = Event(clock: clock)
    }
}
