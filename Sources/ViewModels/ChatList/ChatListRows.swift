/// Which rows the chat list has, without what stands in them: chats, and lines under which others are folded.
package struct ChatListRows: Hashable, Sendable {
    /// A line that opens, and what is under it.
    package struct Fold: Hashable, Sendable {
        package let isOpen: Bool
        package let values: [String]

        package init(isOpen: Bool, values: [String]) {
            self.isOpen = isOpen
            self.values = values
        }

        package static let none = Fold(isOpen: false, values: [])

        fileprivate var count: Int { values.isEmpty ? 0 : isOpen ? values.count + 1 : 1 }
    }

    private let chats: [String]
    /// Chats, spaces and what is under them, in place of ``chats`` where there are spaces.
    private let grouped: [ChatListItemID]?
    private let archive: Fold
    private let left: Fold
    private let ignoredPeople: Fold

    package init(
        chats: [String], grouped: [ChatListItemID]? = nil, archive: Fold = .none, left: Fold = .none,
        ignoredPeople: Fold = .none
    ) {
        self.chats = chats
        self.grouped = grouped
        self.archive = archive
        self.left = left
        self.ignoredPeople = ignoredPeople
    }

    private var topCount: Int { grouped?.count ?? chats.count }

    package var count: Int { topCount + archive.count + left.count + ignoredPeople.count }

    package var isEmpty: Bool { count == 0 }

    /// - Parameter place: from 0 to below ``count``.
    package subscript(place: Int) -> ChatListItemID {
        if place < topCount { return grouped?[place] ?? .chat(chats[place]) }
        let inArchive = place - topCount
        if inArchive < archive.count { return inArchive == 0 ? .archive : .chat(archive.values[inArchive - 1]) }
        let inLeft = inArchive - archive.count
        if inLeft < left.count { return inLeft == 0 ? .leftChats : .leftChat(left.values[inLeft - 1]) }
        let inPeople = inLeft - left.count
        return inPeople == 0 ? .ignoredPeople : .person(ignoredPeople.values[inPeople - 1])
    }

    /// - Parameter hint: where it was; nothing else is looked at where it still is there.
    package func place(of id: ChatListItemID, near hint: Int) -> Int? {
        if hint >= 0, hint < count, self[hint] == id { return hint }
        return (0..<count).first { self[$0] == id }
    }
}
