import Conversations
import MatrixAPI
import ViewModels

/// Arranges the chat list by spaces: pinned chats, then spaces by name, then all other chats.
///
/// A chat appears once, under the first space that contains it. Invitations stay outside of spaces, since a closed
/// space would hide them.
struct SpaceArrangement: Equatable, Sendable {
    /// The visible rows in order; the chats of closed spaces are left out.
    private(set) var rows: [ChatListItemID] = []
    /// The range in ``rows`` of spaces and the rows under them.
    private var spaceRows = 0..<0
    /// The number of spaces that a row is nested in.
    private(set) var depths: [ChatListItemID: Int] = [:]
    /// The chats of each space, including those of nested spaces.
    private(set) var members: [String: [String]] = [:]
    /// The closed space that hides a chat, by chat.
    private(set) var hidden: [String: String] = [:]
    /// The chats that aren't joined yet, as their space lists them.
    private(set) var joinable: [String: JoinableChat] = [:]

    private let chats: ChatTable
    private let places: ChatOrder
    private let openIDs: Set<String>
    private let previews: [String: [String: RoomPreview]]
    private var visited: Set<String> = []
    private var placed: Set<String> = []

    /// - Returns: `nil` if there is no space; ``ChatListModel/order`` then applies unchanged.
    @MainActor
    init?(_ list: ChatListModel, _ spaces: SpaceModel) {
        guard !list.spaceIDs.isEmpty else { return nil }
        (chats, places, openIDs, previews) = (list.chats, list.places, spaces.openIDs, spaces.previews)
        let joined = list.chats.spaces(list.spaceIDs)
        let parts = Set(joined.flatMap { space in space.spaceChildren.map(\.chatID).filter { $0 != space.id } })
        let pinned = list.order.prefix { places.isPinned($0) }
        rows = pinned.map { .chat($0) }
        for space in joined where !parts.contains(space.id) { add(space, depth: 0, under: nil) }
        // These spaces contain each other.
        for space in joined where !visited.contains(space.id) { add(space, depth: 0, under: nil) }
        spaceRows = pinned.count..<rows.count
        rows += list.order.dropFirst(pinned.count).filter { !placed.contains($0) }.map { .chat($0) }
    }

    var groups: ChatListRows.Groups { ChatListRows.Groups(rows: rows, spaces: spaceRows) }

    /// The visible chats.
    var shown: [String] { rows.filter(\.isChat).map(\.text) }

    /// Returns the chat at an offset from the given one (negative for before), wrapping around the end of the list. The
    /// position of a hidden chat is that of the closed space that hides it.
    func neighbour(of chatID: String?, by offset: Int) -> String? {
        let shown = shown
        guard !shown.isEmpty else { return nil }
        guard let chatID else { return offset > 0 ? shown.first : shown.last }
        if let index = shown.firstIndex(of: chatID) {
            return shown[(index + offset + shown.count) % shown.count]
        }
        guard let space = hidden[chatID], let place = rows.firstIndex(of: .space(space)) else { return shown.first }
        let before = rows[..<place].count(where: \.isChat)
        return shown[(before + (offset > 0 ? offset - 1 : offset) + shown.count) % shown.count]
    }

    /// - Parameter closed: the outermost closed space around it.
    private mutating func add(_ space: Chat, depth: Int, under closed: String?) {
        visited.insert(space.id)
        if closed == nil { put(.space(space.id), depth: depth) }
        let inside = closed ?? (openIDs.contains(space.id) ? nil : space.id)
        var joinable: [ChatListItemID] = []
        for child in space.spaceChildren {
            guard let chat = chats[child.chatID] else {
                if inside == nil, let id = offer(child, of: space) { joinable.append(id) }
                continue
            }
            if chat.isJoinedSpace {
                if visited.contains(chat.id) { continue }
                add(chat, depth: depth + 1, under: inside)
                members[space.id, default: []] += members[chat.id] ?? []
            } else if chat.membership == .joined, places.isPlain(chat.id), placed.insert(chat.id).inserted {
                members[space.id, default: []].append(chat.id)
                if let inside { hidden[chat.id] = inside } else { put(.chat(chat.id), depth: depth + 1) }
            }
        }
        for id in joinable { put(id, depth: depth + 1) }
    }

    private mutating func offer(_ child: SpaceChild, of space: Chat) -> ChatListItemID? {
        guard let preview = previews[space.id]?[child.chatID], joinable[child.chatID] == nil else { return nil }
        joinable[child.chatID] = JoinableChat(preview: preview, servers: child.servers)
        return .joinable(child.chatID)
    }

    private mutating func put(_ id: ChatListItemID, depth: Int) {
        rows.append(id)
        depths[id] = depth
    }
}

extension ChatTable {
    /// Returns the spaces with these identifiers, sorted by name.
    func spaces(_ ids: Set<String>) -> [Chat] {
        ids.compactMap { self[$0] }.sorted {
            (Naming.chat($0).lowercased(), $0.id) < (Naming.chat($1).lowercased(), $1.id)
        }
    }
}
