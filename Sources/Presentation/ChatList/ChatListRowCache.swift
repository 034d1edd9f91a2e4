import Conversations
import Engine
import ViewModels

/// Caches the rows of chats by all that they are built from. A new message then costs one row, not all rows on screen.
@MainActor
final class ChatListRowCache {
    /// The maximum number of cached rows, more than fit on any screen.
    private static let maximumCount = 500

    /// The rows by chat.
    private var rows = BuiltValueCache<String, ChatListRowInput, ChatListItemViewModel>()
    /// The decoded permissions by chat.
    private var powers = BuiltValueCache<String, ChatPowerSource, ChatPower?>()
    private var shared: SharedChatListRowValues?

    /// The number of built rows.
    var madeCount: Int { rows.madeCount }

    /// Starts a new list. Rows with other shared values are dropped.
    ///
    /// - Returns: the shared values to build the rows with: those of the last list if they are equal.
    func begin(_ values: SharedChatListRowValues) -> SharedChatListRowValues {
        let same = shared.flatMap { $0 == values ? $0 : nil }
        if same == nil || rows.count > Self.maximumCount { rows.removeAll() }
        if powers.count > Self.maximumCount { powers.removeAll() }
        let shared = same ?? values
        self.shared = shared
        return shared
    }

    func item(of row: ChatListRowInput, _ queue: EventQueue) -> ChatListItemViewModel {
        rows.value(of: row, at: row.chat.id) { $0.build(power: power(in: $0.chat), queue: queue) }
    }

    func power(in chat: Chat) -> ChatPower? {
        powers.value(of: chat.powerSource, at: chat.id) { PowerDecoder.power($0) }
    }
}
