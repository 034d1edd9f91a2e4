import Conversations
import ViewModels

/// A cache of chat rows, so that a new message rebuilds one row and not all rows on screen. A row is valid until
/// something changes that it shows.
@MainActor
final class ChatListRowCache {
    /// The values that all rows depend on.
    struct Setting: Equatable {
        let ignoredUserIDs: Set<String>
        let ownUserID: String
        let usesTwelveHours: Bool
        let dates: TimeFormat.Dates
        /// The current day. A date of today is shown as a time.
        let day: Int
    }

    /// The values that a row depends on besides its chat.
    struct State: Equatable {
        let isOpen: Bool
        let draft: String?
        /// Whether one of its threads has an unsent draft.
        let hasDraftInThread: Bool
        /// The number of unread messages in its threads.
        let newInThreads: Int
        /// The newest queued line that the timeline doesn't show yet.
        let line: OutboxLine?
        /// The newest line or change that the server refused.
        let refused: OutboxLine?
        /// Whether a join or leave is pending.
        let isAnswering: Bool
        /// Whether a setting is not yet confirmed by the server.
        let isSetting: Bool
        /// The number of spaces above it.
        var depth = 0
    }

    private struct Row {
        let entry: ChatTable.Entry
        let state: State
        let item: ChatListItemViewModel
    }

    /// The decoded permissions, which are decoded again only if their source changed.
    private struct Power {
        let source: ChatPowerSource
        let power: ChatPower?
    }

    /// The maximum number of cached rows, more than fit on any screen.
    private static let maximumCount = 500

    private var rows: [String: Row] = [:]
    private var powers: [String: Power] = [:]
    private var setting: Setting?
    /// The number of rows that were built; for tests, which count rows instead of measuring time.
    private(set) var madeCount = 0

    /// Drops the cached rows if the setting changed.
    func begin(_ setting: Setting) {
        if setting != self.setting || rows.count > Self.maximumCount { rows = [:] }
        if powers.count > Self.maximumCount { powers = [:] }
        self.setting = setting
    }

    /// - Parameter make: builds the row from nothing but its arguments, the state and the setting.
    func row(
        of entry: ChatTable.Entry, _ state: State, make: (Chat, ChatPower?) -> ChatListItemViewModel
    ) -> ChatListItemViewModel {
        let id = entry.chat.id
        if let row = rows[id], row.entry === entry, row.state == state { return row.item }
        let item = make(entry.chat, power(in: entry.chat))
        madeCount += 1
        rows[id] = Row(entry: entry, state: state, item: item)
        return item
    }

    func power(in chat: Chat) -> ChatPower? {
        if let known = powers[chat.id], known.source == chat.powerSource { return known.power }
        let power = PowerDecoder.power(chat.powerSource)
        powers[chat.id] = Power(source: chat.powerSource, power: power)
        return power
    }
}
