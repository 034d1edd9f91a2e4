package import Conversations

/// The order of chats in the list, updated as single chats change. A change takes O(log n) comparisons. Only the shift
/// of array elements takes longer in a long list.
package struct ChatOrder {
    /// The sort key of a chat: pinned chats first in their own order, then the newest first, archived ones apart.
    private struct SortKey: Comparable {
        let section: Int
        let pinOrder: Double
        let activity: Int64
        let chatID: String

        init(_ chat: Chat, isFollowed: Bool) {
            // An invitation is never archived, since it waits for an answer.
            let isArchived = (chat.tags.isArchived || isFollowed) && chat.membership != .invited
            section = isArchived ? 2 : chat.tags.isPinned ? 0 : 1
            pinOrder = section == 0 ? chat.tags.pinOrder ?? .infinity : 0
            activity = chat.lastActivity
            chatID = chat.id
        }

        static func < (left: SortKey, right: SortKey) -> Bool {
            if left.section != right.section { return left.section < right.section }
            if left.pinOrder != right.pinOrder { return left.pinOrder < right.pinOrder }
            if left.activity != right.activity { return left.activity > right.activity }
            return left.chatID < right.chatID
        }
    }

    /// The chats of each part, in order.
    package struct Lists: Equatable {
        /// All chats but the archived ones.
        package fileprivate(set) var shown: [String] = []
        package fileprivate(set) var archived: [String] = []
        /// The chats that wait for the user, archived ones last.
        fileprivate(set) var waiting: [String] = []

        /// Returns the number of waiting chats other than the open one.
        package func waitingCount(besides open: Chat?) -> Int { waiting.count - (open?.isWaiting ?? false ? 1 : 0) }
    }

    package private(set) var lists = Lists()
    private var places: [String: SortKey] = [:]
    private var waitingIDs: Set<String> = []

    /// The number of comparisons for changes, for tests.
    private(set) var comparisons = 0

    var shown: [String] { lists.shown }
    var archived: [String] { lists.archived }
    var waiting: [String] { lists.waiting }

    /// - Parameter isFollowed: whether another chat replaces it; it is then archived.
    mutating func insert(_ chat: Chat, isFollowed: Bool = false) {
        let place = SortKey(chat, isFollowed: isFollowed)
        if places[chat.id] != place || waitingIDs.contains(chat.id) != chat.isWaiting {
            remove(chat.id)
            places[chat.id] = place
            if place.section == 2 { insert(place, into: \.lists.archived) } else { insert(place, into: \.lists.shown) }
            if chat.isWaiting {
                waitingIDs.insert(chat.id)
                insert(place, into: \.lists.waiting)
            }
        }
    }

    mutating func remove(_ chatID: String) {
        guard let place = places[chatID] else { return }
        if place.section == 2 { remove(place, from: \.lists.archived) } else { remove(place, from: \.lists.shown) }
        if waitingIDs.remove(chatID) != nil { remove(place, from: \.lists.waiting) }
        places[chatID] = nil
    }

    /// The index in ``shown``.
    func index(of chatID: String) -> Int? {
        guard let place = places[chatID], place.section < 2 else { return nil }
        return search(for: place, in: shown).index
    }

    /// The pin order for a chat that comes after all pinned chats.
    func nextPinOrder(_ chats: ChatTable) -> Double {
        let pinned = shown.prefix { chats[$0]?.tags.isPinned ?? false }
        let last = pinned.compactMap { chats[$0]?.tags.pinOrder }.max() ?? 0
        return (max(0, min(1, last)) + 1) / 2
    }

    /// The waiting chats in list order, starting after a chat and wrapping around. The chat itself comes last.
    func waiting(after chatID: String?) -> some Sequence<String> {
        var next = chatID.flatMap { places[$0] }.map { search(for: $0, in: waiting).index } ?? 0
        if next < waiting.count, waiting[next] == chatID { next += 1 }
        return [waiting[next...], waiting[..<next]].joined()
    }

    private mutating func insert(_ place: SortKey, into list: WritableKeyPath<ChatOrder, [String]>) {
        let index = index(of: place, in: self[keyPath: list])
        self[keyPath: list].insert(place.chatID, at: index)
    }

    private mutating func remove(_ place: SortKey, from list: WritableKeyPath<ChatOrder, [String]>) {
        let index = index(of: place, in: self[keyPath: list])
        self[keyPath: list].remove(at: index)
    }

    private mutating func index(of place: SortKey, in list: [String]) -> Int {
        let found = search(for: place, in: list)
        comparisons += found.comparisons
        return found.index
    }

    /// The index of the first element that is not before the given key.
    private func search(for place: SortKey, in list: [String]) -> (index: Int, comparisons: Int) {
        var (low, high, comparisons) = (0, list.count, 0)
        while low < high {
            let middle = (low + high) / 2
            comparisons += 1
            if let other = places[list[middle]], other < place { low = middle + 1 } else { high = middle }
        }
        return (low, comparisons)
    }
}
