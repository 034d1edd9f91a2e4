import ViewModels

/// All that is true of one account's conversations: one value for each subject. Only routers change it.
@MainActor
final class SessionState {
    let chatList = ChatListModel()
    let power: PowerModel
    let timeline = TimelineModel()
    let visits = JumpHistoryModel()
    let threads = ThreadModel()
    let outbox = OutboxModel()
    let story = MessageInfoModel()
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
    let reading = ReadMarkerModel()
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

/// The account whose conversations are shown.
@MainActor
final class AccountModel {
    let account: Account

    init(account: Account) {
        self.account = account
    }

    var userID: String { account.userID }
    var deviceID: String { account.deviceID }
}

/// The account that the conversations belong to.
package struct Account: Hashable, Sendable {
    /// The Matrix ID.
    package let userID: String
    /// The display name as it was typed; untrusted text.
    package var displayName: String?
    /// The device of the current login; transaction identifiers are valid for it alone.
    package let deviceID: String

    package init(userID: String, displayName: String?, deviceID: String = "") {
        self.userID = userID
        self.displayName = displayName
        self.deviceID = deviceID
    }
}

/// An action of the user that the onboarding reacts to.
package enum OnboardingStep: String, Hashable, Sendable {
    case switchedChat, openedHelp
}

/// The dependencies of event handlers: the state they show, the output for view models, and the queue
/// for user actions.
@MainActor
struct ScreenParts {
    let state: SessionState
    let events: ScreenEvents
    let queue: EventQueue
    let environment: SessionEnvironment

    /// Formats times by the settings, relative to now.
    var time: TimeText { TimeText(now: environment.now(), form: state.settings.settings.times) }
}
