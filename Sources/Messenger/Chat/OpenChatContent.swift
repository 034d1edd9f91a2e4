import Conversations
import ViewModels

/// A snapshot of the content of the open chat. Its values share storage with the models until those change.
struct OpenChatContent: Equatable, Sendable {
    /// A counter that increases with each chat that is opened.
    let number: Int
    let opening: Int
    /// The open chat; `nil` if none is open.
    let chat: Chat?
    /// The root event of the thread that is shown; `nil` if the chat itself is shown.
    let threadID: String?
    /// The root message of the thread, if this device has it.
    let root: Message?
    let stage: TimelineStage
    let window: MessageWindow
    let names: MemberNames
    let readPositions: [String: Int64]
    let newLinePosition: Int64?
    let unread: UnreadPart?
    let skippedUnread: UnreadPart?
    /// Whether the first unread message is not known yet and the server may have it.
    let lacksUnread: Bool
    let arrivedBelow: Int
    let jump: ChatJump?
    let opened: Set<String>
    let isLoadingOlder: Bool
    /// Whether a jump is pending to a message that may be on disk.
    let isGoing: Bool
    let error: HistoryFailureReason?
    let gapProblems: [Int64: HistoryFailureReason]
    /// The queued lines of this chat or thread that its timeline doesn't show yet.
    let lines: [OutboxLine]
    /// The place to return to after a jump; `nil` if there is none.
    let wayBack: JumpHistoryModel.Target?
    /// The number of queued or refused lines in threads, by root event.
    let linesInThreads: [String: Int]
    /// The permissions in the chat; `nil` if unknown.
    let power: ChatPower?
    /// The warnings about encrypted lines; `nil` if the chat is not encrypted.
    let doubts: AuthenticityWarnings?
    /// The people in the chat whose identity changed.
    let changedPeople: [ChangedIdentity]
    /// The state of the files of messages, by event.
    let media: [String: MediaState]
    /// The state of pictures, by event.
    let pictures: [String: PictureState]
    /// The maximum height of a picture in lines; 0 if pictures are not drawn.
    let pictureRows: Int
    let isOnline: Bool
    let ignoredUserIDs: Set<String>
    /// The reactions that the user gave last, in any chat.
    let recentReactions: [String]
    let ownUserID: String
    let time: TimeText
}

extension OpenChatContent {
    @MainActor
    init(_ state: SessionState, time: TimeText) {
        let timeline = state.timeline
        let chat = timeline.chatID.flatMap(state.chatList.chat)
        let lines = timeline.landing + (timeline.chatID.map(state.outbox.lines(chatID:)) ?? [])
        let threads = lines.map(\.threadID)
        self.init(
            number: timeline.number, opening: timeline.opening, chat: chat,
            threadID: timeline.threadID, root: timeline.root, stage: timeline.stage,
            window: timeline.window, names: timeline.names, readPositions: timeline.readPositions,
            newLinePosition: timeline.newLinePosition, unread: timeline.unread,
            skippedUnread: timeline.skippedUnread, lacksUnread: state.readMarker.lacksUnread,
            arrivedBelow: timeline.arrivedBelow, jump: timeline.jump, opened: timeline.opened,
            isLoadingOlder: timeline.isLoadingOlder, isGoing: timeline.isGoingToMessage, error: timeline.error,
            gapProblems: timeline.gapProblems,
            lines: zip(lines, threads).filter { line, threadID in
                line.purpose != .message || threadID == timeline.threadID
            }.map(\.0),
            wayBack: state.visits.way(in: timeline.opening, search: state.search.number),
            linesInThreads: zip(lines, threads).reduce(into: [:]) { counts, line in
                if let threadID = line.1, line.0.isUnsent { counts[threadID, default: 0] += 1 }
            },
            power: chat.flatMap(state.power.power),
            doubts: chat?.isEncrypted == true ? state.trust.lineDoubts(of: timeline.opening) : nil,
            changedPeople: state.trust.changed(in: timeline.opening), media: state.media.states,
            pictures: state.pictures.states,
            pictureRows: state.pictures.means != nil ? state.settings.settings.media.pictures.rows : 0,
            isOnline: state.connection.offlineSince == nil && state.connection.syncStalledSince == nil,
            ignoredUserIDs: state.ignoredPeople.userIDs, recentReactions: state.reactions.recent,
            ownUserID: state.account.userID, time: time)
    }
}
