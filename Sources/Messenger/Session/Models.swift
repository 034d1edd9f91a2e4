/// All models of one account. Routers change them, builders read their values.
@MainActor
struct Models {
    let chatList = ChatListModel()
    let power = PowerModel()
    let timeline = TimelineModel()
    let outbox = OutboxModel()
    let story = StoryModel()
    let reactions = ReactionModel()
    let composer = ComposerModel()
    let completion = CompletionModel()
    let connection = ConnectionModel()
    let login = LoginModel(first: .password)
    let navigation = NavigationModel()
    let commands = CommandModel()
    let chatDetails = ChatDetailsModel()
    let createChat = CreateChatModel()
    let contacts = ContactModel()
    let editContact = EditContactModel()
    let reading = ReadingModel()
    let notice = NoticeModel()
    let chatTask = ChatTaskModel()
    let ignoredPeople = IgnoredPeopleModel()
    let settings = SettingsModel()
    let account: AccountModel

    init(account: Account) {
        self.account = AccountModel(account: account)
    }

    /// What a person has to know of the end of a session, until it was seen.
    var unsentToTell: UnsentFile? {
        login.isUnsentDismissed || login.unsent == .notNeeded ? nil : login.unsent
    }

    /// Nothing is open any more.
    func closeChat() {
        timeline.close()
        composer.open(chatID: nil, draft: "")
    }
}
