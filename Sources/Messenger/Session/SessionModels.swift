/// All models of one account, made once. A router gets the models that it uses.
@MainActor
struct SessionModels {
    let chatList = ChatListModel()
    let power: PowerModel
    let timeline = TimelineModel()
    let visits = VisitModel()
    let threads = ThreadModel()
    let outbox = OutboxModel()
    let story = StoryModel()
    let reactions = ReactionModel()
    let composer = ComposerModel()
    let completion = CompletionModel()
    let spelling = SpellingModel()
    let connection = ConnectionModel()
    let login: LoginModel
    let navigation = NavigationModel()
    let commands = CommandModel()
    let chatDetails = ChatDetailsModel()
    let createChat = CreateChatModel()
    let roomDirectory = RoomDirectoryModel()
    let files = FileListModel()
    let search = SearchModel()
    let contacts = ContactModel()
    let editContact = EditContactModel()
    let trust = TrustModel()
    let devices = DevicesModel()
    let reading = ReadingModel()
    let notice = NoticeModel()
    let undo = UndoModel()
    let chatTask = ChatTaskModel()
    let ignoredPeople = IgnoredPeopleModel()
    let settings = SettingsModel()
    let spaces = SpaceModel()
    let media = MediaModel()
    let pictures = PictureModel()
    let ownIdentity = OwnIdentityModel()
    let verification = VerificationModel()
    let security = SecurityModel()
    let share = ShareModel()
    let account: AccountModel

    init(account: Account) {
        self.account = AccountModel(account: account)
        login = LoginModel(first: .password, user: account.userID)
        power = PowerModel(ownUserID: account.userID)
    }
}
