import Conversations
import Engine
import Messenger

/// A snapshot of the content of the open chat. Its values share storage with the models until those change.
struct OpenChatContent: Equatable, Sendable {
    let timeline: ShownTimeline
    let move: TimelineDestination.Shown
    /// The open chat; `nil` if none is open.
    let open: ShownChat?
    let outbox: OpenChatLines
    /// The place to return to after a jump; `nil` if there is none.
    let wayBack: JumpHistoryModel.Target?
    /// The permissions in the chat; `nil` if unknown.
    let power: ChatPower?
    let trust: OpenChatTrust
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

    var chat: Chat? { open?.entry.chat }
    /// The root event of the thread that is shown; `nil` if the chat itself is shown.
    var threadID: String? { timeline.place?.threadID }
    var window: MessageWindow { timeline.window }
    var names: MemberNames { timeline.people.names }

    /// The warnings about encrypted lines; `nil` if the chat is not encrypted.
    var doubts: AuthenticityWarnings? { chat?.isEncrypted == true ? trust.doubts : nil }
}

extension OpenChatContent {
    @MainActor
    init(_ state: SessionState, time: TimeText) {
        let timeline = state.timeline
        let entry = timeline.chatID.flatMap(state.chatList.listing.entry)
        self.init(
            timeline: timeline.shown, move: timeline.move, open: entry.map(ShownChat.init),
            outbox: OpenChatLines(
                timeline.landing + (timeline.chatID.map(state.outbox.lines(chatID:)) ?? []), in: timeline.threadID),
            wayBack: state.visits.way(in: timeline.opening, search: state.search.number),
            power: entry.flatMap { state.power.power(in: $0.chat) },
            trust: state.trust.openChat(timeline.opening), media: state.media.states, pictures: state.pictures.states,
            pictureRows: state.pictures.means != nil ? state.settings.settings.media.pictures.rows : 0,
            isOnline: state.connection.offlineSince == nil && state.connection.syncStalledSince == nil,
            ignoredUserIDs: state.ignoredPeople.userIDs, recentReactions: state.reactions.recent,
            ownUserID: state.account.userID, time: time)
    }
}

/// The queued lines of the open chat that its timeline doesn't show yet.
struct OpenChatLines: Equatable {
    /// The messages of the open chat or thread, and all changes.
    private(set) var lines: [OutboxLine] = []
    /// The number of queued or refused messages in threads, by root event.
    private(set) var countsInThreads: [String: Int] = [:]

    /// - Parameters:
    ///   - all: the lines of the chat.
    ///   - openThreadID: the root event of the thread that is shown; `nil` if the chat itself is shown.
    init(_ all: [OutboxLine], in openThreadID: String?) {
        for line in all {
            let threadID = line.threadID
            if line.purpose != .message || threadID == openThreadID { lines.append(line) }
            if let threadID, line.isUnsent { countsInThreads[threadID, default: 0] += 1 }
        }
    }
}

/// The open chat. Two versions are equal if its screen shows them in the same way.
struct ShownChat: Equatable, Sendable {
    let entry: ChatTable.Entry

    static func == (left: ShownChat, right: ShownChat) -> Bool {
        left.entry === right.entry || left.chatAlone == right.chatAlone
    }

    /// The chat without the counts and the last message, which only the list shows.
    private var chatAlone: Chat {
        var chat = entry.chat
        (chat.notificationCount, chat.highlightCount, chat.isMarkedUnread) = (0, 0, false)
        (chat.lastMessage, chat.lastActivity, chat.fullyReadEventID) = (nil, 0, nil)
        return chat
    }
}
