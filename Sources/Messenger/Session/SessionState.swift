package import Engine

/// All that is true of one account's conversations: one value for each subject. Only routers change it.
///
/// It records which subjects are read and which are changed, so that a screen is built again if, and only if, a subject
/// changed that it was built from.
@MainActor
package final class SessionState: LoginOwner {
    package let account: AccountModel
    /// The permissions in each chat, decoded once for each change.
    package let power: PowerCache
    /// The arrangement of the chats by spaces, made once for each change.
    let arrangements = SpaceArrangementCache()
    private let values: Values
    /// The subjects that were read since this was last emptied.
    private var reads: SubjectSet = []
    /// The subjects that were changed, or may have been, since the last ``takeChanges()``.
    private var changes: SubjectSet = []

    package init(account: Account) {
        self.account = AccountModel(account: account)
        power = PowerCache(ownUserID: account.userID)
        values = Values(login: LoginModel(first: .password, user: account.userID))
    }

    /// Returns the subjects that were changed, or may have been, since the last call.
    package func takeChanges() -> SubjectSet {
        defer { changes = [] }
        return changes
    }

    /// Returns a value that is computed from the state, and the subjects that were read for it.
    package func recordingReads<Value>(_ compute: () -> Value) -> (value: Value, subjects: SubjectSet) {
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
        var drafts = DraftModel()

        init(login: LoginModel) {
            self.login = login
        }
    }
}

/// A set of subjects of ``SessionState``.
package struct SubjectSet: OptionSet {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

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
    static let drafts = bit(37)
}

extension SessionState {
    package var chatList: ChatListModel {
        _read { yield read(.chatList).chatList }
        _modify { yield &change(.chatList).chatList }
    }

    package var timeline: TimelineModel {
        _read { yield read(.timeline).timeline }
        _modify { yield &change(.timeline).timeline }
    }

    package var visits: JumpHistoryModel {
        _read { yield read(.visits).visits }
        _modify { yield &change(.visits).visits }
    }

    package var threads: ThreadModel {
        _read { yield read(.threads).threads }
        _modify { yield &change(.threads).threads }
    }

    package var outbox: OutboxModel {
        _read { yield read(.outbox).outbox }
        _modify { yield &change(.outbox).outbox }
    }

    package var story: MessageInfoModel {
        _read { yield read(.story).story }
        _modify { yield &change(.story).story }
    }

    package var reactions: ReactionModel {
        _read { yield read(.reactions).reactions }
        _modify { yield &change(.reactions).reactions }
    }

    package var composer: ComposerModel {
        _read { yield read(.composer).composer }
        _modify { yield &change(.composer).composer }
    }

    package var completion: CompletionModel {
        _read { yield read(.completion).completion }
        _modify { yield &change(.completion).completion }
    }

    package var spelling: SpellingModel {
        _read { yield read(.spelling).spelling }
        _modify { yield &change(.spelling).spelling }
    }

    package var connection: ConnectionModel {
        _read { yield read(.connection).connection }
        _modify { yield &change(.connection).connection }
    }

    package var login: LoginModel {
        _read { yield read(.login).login }
        _modify { yield &change(.login).login }
    }

    package var navigation: NavigationModel {
        _read { yield read(.navigation).navigation }
        _modify { yield &change(.navigation).navigation }
    }

    package var commands: CommandModel {
        _read { yield read(.commands).commands }
        _modify { yield &change(.commands).commands }
    }

    package var chatDetails: ChatDetailsModel {
        _read { yield read(.chatDetails).chatDetails }
        _modify { yield &change(.chatDetails).chatDetails }
    }

    package var createChat: CreateChatModel {
        _read { yield read(.createChat).createChat }
        _modify { yield &change(.createChat).createChat }
    }

    package var roomDirectory: RoomDirectoryModel {
        _read { yield read(.roomDirectory).roomDirectory }
        _modify { yield &change(.roomDirectory).roomDirectory }
    }

    package var files: FileListModel {
        _read { yield read(.files).files }
        _modify { yield &change(.files).files }
    }

    package var search: SearchModel {
        _read { yield read(.search).search }
        _modify { yield &change(.search).search }
    }

    package var contacts: ContactModel {
        _read { yield read(.contacts).contacts }
        _modify { yield &change(.contacts).contacts }
    }

    package var editContact: EditContactModel {
        _read { yield read(.editContact).editContact }
        _modify { yield &change(.editContact).editContact }
    }

    package var trust: TrustModel {
        _read { yield read(.trust).trust }
        _modify { yield &change(.trust).trust }
    }

    package var devices: DevicesModel {
        _read { yield read(.devices).devices }
        _modify { yield &change(.devices).devices }
    }

    var reading: ReadMarkerModel {
        _read { yield read(.reading).reading }
        _modify { yield &change(.reading).reading }
    }

    package var notice: NoticeModel {
        _read { yield read(.notice).notice }
        _modify { yield &change(.notice).notice }
    }

    package var undo: UndoModel {
        _read { yield read(.undo).undo }
        _modify { yield &change(.undo).undo }
    }

    package var chatTask: ChatTaskModel {
        _read { yield read(.chatTask).chatTask }
        _modify { yield &change(.chatTask).chatTask }
    }

    package var ignoredPeople: IgnoredPeopleModel {
        _read { yield read(.ignoredPeople).ignoredPeople }
        _modify { yield &change(.ignoredPeople).ignoredPeople }
    }

    package var settings: SettingsModel {
        _read { yield read(.settings).settings }
        _modify { yield &change(.settings).settings }
    }

    package var spaces: SpaceModel {
        _read { yield read(.spaces).spaces }
        _modify { yield &change(.spaces).spaces }
    }

    package var media: MediaModel {
        _read { yield read(.media).media }
        _modify { yield &change(.media).media }
    }

    package var pictures: PictureModel {
        _read { yield read(.pictures).pictures }
        _modify { yield &change(.pictures).pictures }
    }

    package var ownIdentity: OwnIdentityModel {
        _read { yield read(.ownIdentity).ownIdentity }
        _modify { yield &change(.ownIdentity).ownIdentity }
    }

    package var verification: VerificationModel {
        _read { yield read(.verification).verification }
        _modify { yield &change(.verification).verification }
    }

    package var security: SecurityModel {
        _read { yield read(.security).security }
        _modify { yield &change(.security).security }
    }

    package var share: ShareModel {
        _read { yield read(.share).share }
        _modify { yield &change(.share).share }
    }

    package var day: DayModel {
        _read { yield read(.day).day }
        _modify { yield &change(.day).day }
    }

    package var drafts: DraftModel {
        _read { yield read(.drafts).drafts }
        _modify { yield &change(.drafts).drafts }
    }
}

/// The account whose conversations are shown.
package struct AccountModel {
    package let account: Account

    init(account: Account) {
        self.account = account
    }

    package var userID: String { account.userID }
    package var deviceID: String { account.deviceID }
}

/// Events of the clock.
package enum DayEvent: RoutedEvent {
    /// A new day began: today's messages are now yesterday's.
    case began
}

/// The current day, which times are shown relative to.
package struct DayModel {
    /// The time at which it was noticed that the day began, in milliseconds since 1970.
    package private(set) var now: Int64 = 0
    /// The end of the day, in milliseconds since 1970.
    package private(set) var end: Int64 = 0

    package mutating func begin(at now: Int64) {
        self.now = now
        end = now + Int64(TimeText.millisecondsToMidnight(from: now))
    }
}
