package import Conversations
import Engine
import MatrixAPI
package import ViewModels

/// Arranges the chat list by spaces: pinned chats, then spaces by name, then all other chats.
///
/// A chat appears once, under the first space that contains it. Invitations stay outside of spaces, since a closed
/// space would hide them.
package struct SpaceArrangement: Equatable, Sendable {
    /// The visible rows in order; the chats of closed spaces are left out.
    fileprivate(set) var rows: [ChatListItemID] = []
    /// The range in ``rows`` of spaces and the rows under them.
    fileprivate var spaceRows = 0..<0
    /// The number of spaces that a row is nested in.
    package fileprivate(set) var depths: [ChatListItemID: Int] = [:]
    /// The chats of each space, including those of nested spaces.
    package fileprivate(set) var members: [String: [String]] = [:]
    /// The closed space that hides a chat, by chat.
    package fileprivate(set) var hidden: [String: String] = [:]
    /// The chats that aren't joined yet, as their space lists them.
    package fileprivate(set) var joinable: [String: JoinableChat] = [:]
    /// The visible chats.
    package fileprivate(set) var shown: [String] = []

    package var groups: ChatListRows.Groups { ChatListRows.Groups(rows: rows, spaces: spaceRows) }

    /// Returns the chat at an offset from the given one (negative for before), wrapping around the end of the list. The
    /// position of a hidden chat is that of the closed space that hides it.
    func neighbour(of chatID: String?, by offset: Int) -> String? {
        guard !shown.isEmpty else { return nil }
        guard let chatID else { return offset > 0 ? shown.first : shown.last }
        if let index = shown.firstIndex(of: chatID) {
            return shown[(index + offset + shown.count) % shown.count]
        }
        guard let space = hidden[chatID], let place = rows.firstIndex(of: .space(space)) else { return shown.first }
        let before = rows[..<place].count(where: \.isChat)
        return shown[(before + (offset > 0 ? offset - 1 : offset) + shown.count) % shown.count]
    }
}

/// All that a ``SpaceArrangement`` follows from.
struct SpaceArrangementInput: Equatable {
    let chats: ChatTable
    let order: ChatOrder.Lists
    let spaceIDs: Set<String>
    let openIDs: Set<String>
    /// The server's descriptions of children, by space and chat.
    let previews: [String: [String: RoomPreview]]

    /// - Returns: `nil` if there is no space; the order of the chats then applies unchanged.
    func build() -> SpaceArrangement? {
        guard !spaceIDs.isEmpty else { return nil }
        var arranger = SpaceArranger(input: self)
        arranger.arrange()
        return arranger.arrangement
    }
}

/// Builds a ``SpaceArrangement``.
private struct SpaceArranger {
    let input: SpaceArrangementInput
    var arrangement = SpaceArrangement()
    private let archived: Set<String>
    private var visited: Set<String> = []
    private var placed: Set<String> = []

    init(input: SpaceArrangementInput) {
        self.input = input
        archived = Set(input.order.archived)
    }

    mutating func arrange() {
        let order = input.order.shown
        let joined = input.chats.spaces(input.spaceIDs)
        let parts = Set(joined.flatMap { space in space.spaceChildren.map(\.chatID).filter { $0 != space.id } })
        let pinned = order.prefix { input.chats[$0]?.tags.isPinned == true }
        arrangement.rows = pinned.map { .chat($0) }
        for space in joined where !parts.contains(space.id) { add(space, depth: 0, under: nil) }
        // These spaces contain each other.
        for space in joined where !visited.contains(space.id) { add(space, depth: 0, under: nil) }
        arrangement.spaceRows = pinned.count..<arrangement.rows.count
        arrangement.rows += order.dropFirst(pinned.count).filter { !placed.contains($0) }.map { .chat($0) }
        arrangement.shown = arrangement.rows.filter(\.isChat).map(\.text)
    }

    /// - Parameter closed: the outermost closed space around it.
    private mutating func add(_ space: Chat, depth: Int, under closed: String?) {
        visited.insert(space.id)
        if closed == nil { put(.space(space.id), depth: depth) }
        let inside = closed ?? (input.openIDs.contains(space.id) ? nil : space.id)
        var joinable: [ChatListItemID] = []
        for child in space.spaceChildren {
            guard let chat = input.chats[child.chatID] else {
                if inside == nil, let id = offer(child, of: space) { joinable.append(id) }
                continue
            }
            if chat.isJoinedSpace {
                if visited.contains(chat.id) { continue }
                add(chat, depth: depth + 1, under: inside)
                arrangement.members[space.id, default: []] += arrangement.members[chat.id] ?? []
            } else if chat.membership == .joined, isPlain(chat), placed.insert(chat.id).inserted {
                arrangement.members[space.id, default: []].append(chat.id)
                if let inside {
                    arrangement.hidden[chat.id] = inside
                } else {
                    put(.chat(chat.id), depth: depth + 1)
                }
            }
        }
        for id in joinable { put(id, depth: depth + 1) }
    }

    /// Whether the chat is neither pinned nor archived.
    private func isPlain(_ chat: Chat) -> Bool { !chat.tags.isPinned && !archived.contains(chat.id) }

    private mutating func offer(_ child: SpaceChild, of space: Chat) -> ChatListItemID? {
        guard let preview = input.previews[space.id]?[child.chatID], arrangement.joinable[child.chatID] == nil else {
            return nil
        }
        arrangement.joinable[child.chatID] = JoinableChat(preview: preview, servers: child.servers)
        return .joinable(child.chatID)
    }

    private mutating func put(_ id: ChatListItemID, depth: Int) {
        arrangement.rows.append(id)
        arrangement.depths[id] = depth
    }
}

/// Arranges the chats by spaces, once for each change of what the arrangement follows from.
@MainActor
final class SpaceArrangementCache {
    private var newest: (input: SpaceArrangementInput, arrangement: SpaceArrangement?)?
    /// The number of arrangements made, for tests.
    private(set) var madeCount = 0

    func arrangement(of input: SpaceArrangementInput) -> SpaceArrangement? {
        if let newest, newest.input == input { return newest.arrangement }
        let arrangement = input.build()
        madeCount += 1
        newest = (input, arrangement)
        return arrangement
    }
}

extension ChatTable {
    /// Returns the spaces with these identifiers, sorted by name.
    package func spaces(_ ids: Set<String>) -> [Chat] {
        ids.compactMap { self[$0] }.sorted {
            (Naming.chat($0).lowercased(), $0.id) < (Naming.chat($1).lowercased(), $1.id)
        }
    }
}
