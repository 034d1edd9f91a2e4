import Conversations
import ViewModels

/// What the open chat shows, as it was when it was made: copies, which share with the models what didn't change since.
struct OpenChatContent: Sendable {
    /// Rises with each chat that is opened.
    let number: Int
    let opening: Int
    /// `nil` where none is open.
    let chat: Chat?
    /// The thread of it that is shown, by the event with which that began; `nil` where the chat itself is.
    let threadID: String?
    /// The message with which it began, where this device has it.
    let root: Message?
    let stage: TimelineStage
    let window: MessageWindow
    let names: MemberNames
    let readPositions: [String: Int64]
    let newLinePosition: Int64?
    let unread: UnreadPart?
    let skippedUnread: UnreadPart?
    /// Whether the first unread message is not known yet, and the server may have it.
    let lacksUnread: Bool
    let arrivedBelow: Int
    let jump: ChatJump?
    let opened: Set<String>
    let isLoadingOlder: Bool
    /// Whether a person goes to a message that the disk may have.
    let isGoing: Bool
    let error: HistoryProblem?
    let gapProblems: [Int64: HistoryProblem]
    /// Of this chat or thread, that no timeline shows yet.
    let lines: [OutboxLine]
    /// Where it leads back from where somebody went; `nil` where nothing does.
    let wayBack: VisitModel.Way?
    /// How many lines wait to be said in threads, or were refused, by the event with which those began.
    let linesInThreads: [String: Int]
    /// Who may do what in it, where that is known.
    let power: ChatPower?
    /// `nil` where the chat is not encrypted.
    let doubts: LineDoubts?
    /// People in it who are others than before.
    let changedPeople: [ChangedIdentity]
    /// What becomes of the files of messages, by event.
    let media: [String: MediaState]
    /// What became of pictures, by event.
    let pictures: [String: PictureState]
    /// The most lines that one takes; 0 where none is drawn.
    let pictureRows: Int
    let isOnline: Bool
    let ignoredUserIDs: Set<String>
    /// The signs that the person gave last, in any chat.
    let recentReactions: [String]
    let ownUserID: String
    let time: TimeText
}

extension OpenChatContent {
    @MainActor
    init(_ models: SessionModels, time: TimeText, drawsPictures: Bool = false) {
        let timeline = models.timeline
        let chat = timeline.chatID.flatMap(models.chatList.chat)
        let lines = timeline.landing + (timeline.chatID.map(models.outbox.lines(chatID:)) ?? [])
        let threads = lines.map(\.threadID)
        self.init(
            number: timeline.number, opening: timeline.opening, chat: chat,
            threadID: timeline.threadID, root: timeline.root, stage: timeline.stage,
            window: timeline.window, names: timeline.names, readPositions: timeline.readPositions,
            newLinePosition: timeline.newLinePosition, unread: timeline.unread,
            skippedUnread: timeline.skippedUnread, lacksUnread: OpenChatReading(models).lacksUnread,
            arrivedBelow: timeline.arrivedBelow, jump: timeline.jump, opened: timeline.opened,
            isLoadingOlder: timeline.isLoadingOlder, isGoing: timeline.isGoingToMessage, error: timeline.error,
            gapProblems: timeline.gapProblems,
            lines: zip(lines, threads).filter { line, threadID in
                line.purpose != .message || threadID == timeline.threadID
            }.map(\.0),
            wayBack: models.visits.way(in: timeline.opening, search: models.search.number),
            linesInThreads: zip(lines, threads).reduce(into: [:]) { counts, line in
                if let threadID = line.1, line.0.isUnsent { counts[threadID, default: 0] += 1 }
            },
            power: chat.flatMap(models.power.power),
            doubts: chat?.isEncrypted == true ? models.trust.lineDoubts(of: timeline.opening) : nil,
            changedPeople: models.trust.changed(in: timeline.opening), media: models.media.states,
            pictures: models.pictures.states,
            pictureRows: drawsPictures ? models.settings.settings.media.pictures.rows : 0,
            isOnline: models.connection.offlineSince == nil && models.connection.deafSince == nil,
            ignoredUserIDs: models.ignoredPeople.userIDs, recentReactions: models.reactions.recent,
            ownUserID: models.account.userID, time: time)
    }
}
