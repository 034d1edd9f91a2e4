import Foundation
import ViewModels

/// All that is true of one account's conversations: one value for each subject. Only routers change it.
///
/// It records which subjects are read and which are changed, so that a screen is built again if, and only if, a subject
/// changed that it was built from.
@MainActor
final class SessionState: LoginOwner {
    let account: AccountModel
    /// The permissions in each chat, decoded once for each change.
    let power: PowerCache
    /// The arrangement of the chats by spaces, made once for each change.
    let arrangements = SpaceArrangementCache()
    private let values: Values
    /// The subjects that were read since this was last emptied.
    private var reads: SubjectSet = []
    /// The subjects that were changed, or may have been, since the last ``takeChanges()``.
    private var changes: SubjectSet = []

    init(account: Account) {
        self.account = AccountModel(account: account)
        power = PowerCache(ownUserID: account.userID)
        values = Values(login: LoginModel(first: .password, user: account.userID))
    }

    /// Returns the subjects that were changed, or may have been, since the last call.
    func takeChanges() -> SubjectSet {
        defer { changes = [] }
        return changes
    }

    /// Returns a value that is computed from the state, and the subjects that were read for it.
    func recordingReads<Value>(_ compute: () -> Value) -> (value: Value, subjects: SubjectSet) {
        let earlier = reads
        reads = []
        defer { reads.formUnion(earlier) }
        return (compute(), reads)
    }

    /// Closes a chat if it is open.
    func close(_ chatID: String) {
        guard timeline.chatID == chatID else { return }
        timeline.close()
        composer.close()
    }

    private func read(_ subject: SubjectSet) -> Values {
        reads.insert(subject)
        return values
    }

    private func change(_ subject: SubjectSet) -> Values {
        changes.insert(subject)
        return values
    }

    /// The values of the subjects.
    private final class Values {
        var chatList = ChatListModel()
        var timeline = TimelineModel()
        var visits = JumpHistoryModel()
        var threads = ThreadModel()
        var outbox = OutboxModel()
        var story = MessageInfoModel()
        var reactions = ReactionModel()
        var composer = ComposerModel()
        var completion = CompletionModel()
        var spelling = SpellingModel()
        var connection = ConnectionModel()
        var login: LoginModel
        var navigation = NavigationModel()
        var commands = CommandModel()
        var chatDetails = ChatDetailsModel()
        var createChat = CreateChatModel()
        var roomDirectory = RoomDirectoryModel()
        var files = FileListModel()
        var search = SearchModel()
        var contacts = ContactModel()
        var editContact = EditContactModel()
        var trust = TrustModel()
        var devices = DevicesModel()
        var reading = ReadMarkerModel()
        var notice = NoticeModel()
        var undo = UndoModel()
        var chatTask = ChatTaskModel()
        var ignoredPeople = IgnoredPeopleModel()
        var settings = SettingsModel()
        var spaces = SpaceModel()
        var media = MediaModel()
        var pictures = PictureModel()
        var ownIdentity = OwnIdentityModel()
        var verification = VerificationModel()
        var security = SecurityModel()
        var share = ShareModel()
        var day = DayModel()

        init(login: LoginModel) {
            self.login = login
        }
    }
}

/// A set of subjects of ``SessionState``.
struct SubjectSet: OptionSet {
    let rawValue: UInt64

    private static func bit(_ number: UInt64) -> SubjectSet { SubjectSet(rawValue: 1 << number) }

    static let chatList = bit(0)
    static let timeline = bit(1)
    static let visits = bit(2)
    static let threads = bit(3)
    static let outbox = bit(4)
    static let story = bit(5)
    static let reactions = bit(6)
    static let composer = bit(7)
    static let completion = bit(8)
    static let spelling = bit(9)
    static let connection = bit(10)
    static let login = bit(11)
    static let navigation = bit(12)
    static let commands = bit(13)
    static let chatDetails = bit(14)
    static let createChat = bit(15)
    static let roomDirectory = bit(16)
    static let files = bit(17)
    static let search = bit(18)
    static let contacts = bit(19)
    static let editContact = bit(20)
    static let trust = bit(21)
    static let devices = bit(22)
    static let reading = bit(23)
    static let notice = bit(24)
    static let undo = bit(25)
    static let chatTask = bit(26)
    static let ignoredPeople = bit(27)
    static let settings = bit(28)
    static let spaces = bit(29)
    static let media = bit(30)
    static let pictures = bit(31)
    static let ownIdentity = bit(32)
    static let verification = bit(33)
    static let security = bit(34)
    static let share = bit(35)
    static let day = bit(36)
}

extension SessionState {
    var chatList: ChatListModel {
        _read { yield read(.chatList).chatList }
        _modify { yield &change(.chatList).chatList }
    }

    var timeline: TimelineModel {
        _read { yield read(.timeline).timeline }
        _modify { yield &change(.timeline).timeline }
    }

    var visits: JumpHistoryModel {
        _read { yield read(.visits).visits }
        _modify { yield &change(.visits).visits }
    }

    var threads: ThreadModel {
        _read { yield read(.threads).threads }
        _modify { yield &change(.threads).threads }
    }

    var outbox: OutboxModel {
        _read { yield read(.outbox).outbox }
        _modify { yield &change(.outbox).outbox }
    }

    var story: MessageInfoModel {
        _read { yield read(.story).story }
        _modify { yield &change(.story).story }
    }

    var reactions: ReactionModel {
        _read { yield read(.reactions).reactions }
        _modify { yield &change(.reactions).reactions }
    }

    var composer: ComposerModel {
        _read { yield read(.composer).composer }
        _modify { yield &change(.composer).composer }
    }

    var completion: CompletionModel {
        _read { yield read(.completion).completion }
        _modify { yield &change(.completion).completion }
    }

    var spelling: SpellingModel {
        _read { yield read(.spelling).spelling }
        _modify { yield &change(.spelling).spelling }
    }

    var connection: ConnectionModel {
        _read { yield read(.connection).connection }
        _modify { yield &change(.connection).connection }
    }

    package var login: LoginModel {
        _read { yield read(.login).login }
        _modify { yield &change(.login).login }
    }

    var navigation: NavigationModel {
        _read { yield read(.navigation).navigation }
        _modify { yield &change(.navigation).navigation }
    }

    var commands: CommandModel {
        _read { yield read(.commands).commands }
        _modify { yield &change(.commands).commands }
    }

    var chatDetails: ChatDetailsModel {
        _read { yield read(.chatDetails).chatDetails }
        _modify { yield &change(.chatDetails).chatDetails }
    }

    var createChat: CreateChatModel {
        _read { yield read(.createChat).createChat }
        _modify { yield &change(.createChat).createChat }
    }

    var roomDirectory: RoomDirectoryModel {
        _read { yield read(.roomDirectory).roomDirectory }
        _modify { yield &change(.roomDirectory).roomDirectory }
    }

    var files: FileListModel {
        _read { yield read(.files).files }
        _modify { yield &change(.files).files }
    }

    var search: SearchModel {
        _read { yield read(.search).search }
        _modify { yield &change(.search).search }
    }

    var contacts: ContactModel {
        _read { yield read(.contacts).contacts }
        _modify { yield &change(.contacts).contacts }
    }

    var editContact: EditContactModel {
        _read { yield read(.editContact).editContact }
        _modify { yield &change(.editContact).editContact }
    }

    var trust: TrustModel {
        _read { yield read(.trust).trust }
        _modify { yield &change(.trust).trust }
    }

    var devices: DevicesModel {
        _read { yield read(.devices).devices }
        _modify { yield &change(.devices).devices }
    }

    var reading: ReadMarkerModel {
        _read { yield read(.reading).reading }
        _modify { yield &change(.reading).reading }
    }

    var notice: NoticeModel {
        _read { yield read(.notice).notice }
        _modify { yield &change(.notice).notice }
    }

    var undo: UndoModel {
        _read { yield read(.undo).undo }
        _modify { yield &change(.undo).undo }
    }

    var chatTask: ChatTaskModel {
        _read { yield read(.chatTask).chatTask }
        _modify { yield &change(.chatTask).chatTask }
    }

    var ignoredPeople: IgnoredPeopleModel {
        _read { yield read(.ignoredPeople).ignoredPeople }
        _modify { yield &change(.ignoredPeople).ignoredPeople }
    }

    var settings: SettingsModel {
        _read { yield read(.settings).settings }
        _modify { yield &change(.settings).settings }
    }

    var spaces: SpaceModel {
        _read { yield read(.spaces).spaces }
        _modify { yield &change(.spaces).spaces }
    }

    var media: MediaModel {
        _read { yield read(.media).media }
        _modify { yield &change(.media).media }
    }

    var pictures: PictureModel {
        _read { yield read(.pictures).pictures }
        _modify { yield &change(.pictures).pictures }
    }

    var ownIdentity: OwnIdentityModel {
        _read { yield read(.ownIdentity).ownIdentity }
        _modify { yield &change(.ownIdentity).ownIdentity }
    }

    var verification: VerificationModel {
        _read { yield read(.verification).verification }
        _modify { yield &change(.verification).verification }
    }

    var security: SecurityModel {
        _read { yield read(.security).security }
        _modify { yield &change(.security).security }
    }

    var share: ShareModel {
        _read { yield read(.share).share }
        _modify { yield &change(.share).share }
    }

    var day: DayModel {
        _read { yield read(.day).day }
        _modify { yield &change(.day).day }
    }
}

/// The account whose conversations are shown.
struct AccountModel {
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

    /// The current date.
    var today: Date { Date(timeIntervalSince1970: Double(state.day.now) / 1_000) }
    /// Formats times by the settings, relative to the current day.
    var time: TimeText { TimeText(now: state.day.now, form: state.settings.settings.times) }
}
