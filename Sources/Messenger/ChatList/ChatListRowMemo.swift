import Conversations
import ViewModels

/// The rows of chats that were made before, for as long as nothing of what they show has changed: a message that arrives costs
/// one row and not all that are on screen.
@MainActor
final class ChatListRowMemo {
    /// What all rows are made with.
    struct Setting: Equatable {
        let ignoredUserIDs: Set<String>
        let ownUserID: String
        let usesTwelveHours: Bool
        let dates: TimeForm.Dates
        /// What is of today is written as a time.
        let day: Int
    }

    /// What a row shows beside its chat.
    struct State: Equatable {
        let isOpen: Bool
        let draft: String?
        /// Whether something is written and not sent in one of its threads.
        let hasDraftInThread: Bool
        /// How many messages wait in its threads.
        let newInThreads: Int
        /// The newest line that the timeline doesn't show yet.
        let line: OutboxLine?
        /// The newest line or change that was refused.
        let refused: OutboxLine?
        /// Whether the server is told that the chat is joined or left.
        let isAnswering: Bool
        /// Whether the server has yet to take what was set.
        let isSetting: Bool
        /// How many spaces it is under.
        var depth = 0
    }

    private struct Row {
        let entry: ChatTable.Entry
        let state: State
        let item: ChatListItemViewModel
    }

    /// Who may do what is read anew only where the server said something else of it.
    private struct Power {
        let source: ChatPowerSource
        let power: ChatPower?
    }

    /// As many as nobody sees at once.
    private static let maximumCount = 500

    private var rows: [String: Row] = [:]
    private var powers: [String: Power] = [:]
    private var setting: Setting?
    /// How many rows were made; for tests, which count instead of taking the time.
    private(set) var madeCount = 0

    /// Rows that were made with something else are forgotten.
    func begin(_ setting: Setting) {
        if setting != self.setting || rows.count > Self.maximumCount { rows = [:] }
        if powers.count > Self.maximumCount { powers = [:] }
        self.setting = setting
    }

    /// - Parameter make: makes the row from nothing but its arguments, the state and the setting.
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
