import Conversations
import Engine
import ViewModels

/// Caches the rows of chats by all that they are built from. A new message then costs one row, not all rows on screen.
@MainActor
final class ChatListRowCache {
    private struct Entry {
        let row: ChatListRowInput
        let item: ChatListItemViewModel
    }

    /// The decoded permissions, which are decoded again only if their source changed.
    private struct Power {
        let source: ChatPowerSource
        let power: ChatPower?
    }

    /// The maximum number of cached rows, more than fit on any screen.
    private static let maximumCount = 500

    /// Cached rows by chat.
    private var entries: [String: Entry] = [:]
    private var powers: [String: Power] = [:]
    private var shared: SharedChatListRowValues?
    /// The number of rows that were built; for tests, which count rows instead of measuring time.
    private(set) var madeCount = 0

    /// Starts a new list. Rows with other shared values are dropped.
    ///
    /// - Returns: the shared values to build the rows with: those of the last list if they are equal.
    func begin(_ values: SharedChatListRowValues) -> SharedChatListRowValues {
        let same = shared.flatMap { $0 == values ? $0 : nil }
        if same == nil || entries.count > Self.maximumCount { entries = [:] }
        if powers.count > Self.maximumCount { powers = [:] }
        let shared = same ?? values
        self.shared = shared
        return shared
    }

    func item(of row: ChatListRowInput, _ queue: EventQueue) -> ChatListItemViewModel {
        let id = row.chat.id
        if let entry = entries[id], entry.row == row { return entry.item }
        let item = row.build(power: power(in: row.chat), queue: queue)
        madeCount += 1
        entries[id] = Entry(row: row, item: item)
        return item
    }

    func power(in chat: Chat) -> ChatPower? {
        if let known = powers[chat.id], known.source == chat.powerSource { return known.power }
        let power = PowerDecoder.power(chat.powerSource)
        powers[chat.id] = Power(source: chat.powerSource, power: power)
        return power
    }
}
