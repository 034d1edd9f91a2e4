import Conversations
import GRDB

/// Determines the positions of messages from within a gap, within a transaction.
///
/// Runs of unknown messages are placed beside known ones, or else in the only gap whose neighbors are older and
/// newer. Messages without a certain position are left out, and arrive when the gap is filled from its end.
struct IslandMerge {
    private(set) var placed: [PlacedMessage] = []
    /// The positions of closed gaps, to be removed before ``openedGaps`` are created.
    private(set) var closedGaps: [Int64] = []
    private(set) var openedGaps: [TimelineGap] = []

    private let db: Database
    private let chatID: String
    private var gaps: [TimelineGap]
    /// The unknown messages since the last known one.
    private var run: [Message] = []
    /// The position of the last known message.
    private var previous: Int64?

    /// The minimum number of positions that stay free on either side of messages in the middle of a gap.
    static let room: Int64 = 1 << 20
    /// The distance before the oldest stored message: half the size of a chunk.
    private static let distance: Int64 = 1 << 24

    init(_ island: TimelineIsland, chatID: String, db: Database) throws {
        (self.db, self.chatID) = (db, chatID)
        gaps = try TimelineWriter(db: db, chatID: chatID).gaps()
        var seen: Set<String> = []
        let messages = island.messages.filter { seen.insert($0.eventID).inserted }
        let positions = try MessageReader(db: db).positions(ofEventIDs: messages.map(\.eventID), chatID: chatID)
        for message in messages {
            guard let position = positions[message.eventID] else {
                run.append(message)
                continue
            }
            try meet(position, island)
        }
        try end(island)
    }

    /// Merges a page that the server returned for the older end of a gap.
    ///
    /// - Parameters:
    ///   - page: the messages, oldest first.
    ///   - nextToken: the token that requests the messages after it; `nil` if it is unknown.
    init(_ page: [Message], from gap: TimelineGap, nextToken: String?, chatID: String, db: Database) throws {
        (self.db, self.chatID) = (db, chatID)
        gaps = try TimelineWriter(db: db, chatID: chatID).gaps()
        guard let onward = gap.onward, let gap = gaps.first(where: { $0.onward == onward }),
            let last = try neighbour(before: gap.position), last.eventID == onward.eventID
        else { return }
        previous = last.position
        let positions = try MessageReader(db: db).positions(ofEventIDs: page.map(\.eventID), chatID: chatID)
        for message in page {
            guard let position = positions[message.eventID] else {
                run.append(message)
                continue
            }
            guard position >= gap.position else { continue }
            // If the page meets another message than the one after the gap, the token was wrong. The gap is then
            // filled from its newer end only.
            guard position == gap.position, place(after: last.position, before: position) else {
                openedGaps.append(TimelineGap(position: gap.position, token: gap.token))
                return
            }
            closedGaps.append(position)
            return
        }
        let end = run.last?.eventID
        var next: TimelineGap.Onward?
        if place(after: last.position, before: gap.position), let nextToken, nextToken != onward.token {
            next = TimelineGap.Onward(token: nextToken, eventID: end ?? onward.eventID)
        }
        openedGaps.append(TimelineGap(position: gap.position, token: gap.token, onward: next))
    }

    private mutating func meet(_ position: Int64, _ island: TimelineIsland) throws {
        defer {
            run = []
            previous = position
        }
        guard !run.isEmpty || previous != nil, let gap = gaps.first(where: { $0.position == position }) else { return }
        let before = try neighbour(before: position)
        guard let previous else {
            guard place(before: position, after: before?.position) else { return }
            closedGaps.append(position)
            // If the server has no older messages but this device does, the gap between them keeps its token.
            guard let token = island.olderToken ?? (before == nil ? nil : gap.token), let first = placed.first else {
                return
            }
            openedGaps.append(gap.moved(to: first.position, token: token))
            return
        }
        // The known messages are neighbors, so nothing else is between them.
        guard before?.position == previous, place(before: position, after: previous) else { return }
        closedGaps.append(position)
    }

    private mutating func end(_ island: TimelineIsland) throws {
        guard let last = run.last, let previous else { return try placeAlone(island) }
        // Messages after the newest stored one arrive with a sync.
        guard let gap = gaps.first(where: { $0.position > previous }), !closedGaps.contains(gap.position),
            try neighbour(before: gap.position)?.position == previous, place(after: previous, before: gap.position)
        else { return }
        openedGaps.append(gap.with(island.newerToken, after: last.eventID))
    }

    /// Places a run without known neighbors.
    private mutating func placeAlone(_ island: TimelineIsland) throws {
        let sought = run.first { $0.eventID == island.eventID }
        guard previous == nil, let last = run.last, let time = sought?.timestamp else { return }
        let candidates = try gaps.compactMap { gap -> (gap: TimelineGap, before: Int64?)? in
            let before = try neighbour(before: gap.position)
            guard let after = try neighbour(after: gap.position), time <= after, before?.timestamp ?? .min <= time
            else { return nil }
            return (gap, before?.position)
        }
        guard let (gap, before) = candidates.first, candidates.count == 1 else { return }
        let lower = before ?? gap.position - 2 * Self.distance
        let space = gap.position - lower - 1 - Int64(run.count)
        guard space >= 2 * Self.room, MessageRowID.positions.contains(lower),
            let token = island.olderToken ?? (before == nil ? "" : nil)
        else { return }
        let first = lower + 1 + space / 2
        place(from: first)
        if !token.isEmpty { openedGaps.append(gap.moved(to: first, token: token)) }
        openedGaps.append(gap.with(island.newerToken, after: last.eventID))
    }

    // MARK: Positions

    /// - Returns: whether there is enough room.
    private mutating func place(before position: Int64, after previous: Int64?) -> Bool {
        let first = position - Int64(run.count)
        guard first > previous ?? MessageRowID.positions.lowerBound else { return false }
        place(from: first)
        return true
    }

    /// - Returns: whether there is enough room.
    private mutating func place(after previous: Int64, before position: Int64) -> Bool {
        guard previous + Int64(run.count) < position else { return false }
        place(from: previous + 1)
        return true
    }

    private mutating func place(from first: Int64) {
        placed += run.enumerated().map { PlacedMessage(message: $1, position: first + Int64($0)) }
    }

    private func neighbour(before position: Int64) throws -> (position: Int64, timestamp: Int64, eventID: String)? {
        let sql = """
            SELECT position, timestamp, event_id FROM messages WHERE \(MessageRowID.isBefore("?2", in: "?1"))
            ORDER BY id DESC LIMIT 1
            """
        return try db.first(sql, [chatID, MessageRowID.bound(position)]) { ($0[0], $0[1], $0[2]) }
    }

    /// Returns the time of the message at the newer end of a gap; `nil` if there is none.
    private func neighbour(after position: Int64) throws -> Int64? {
        let sql = """
            SELECT timestamp FROM messages WHERE \(MessageRowID.isAtOrAfter("?2", in: "?1")) ORDER BY id LIMIT 1
            """
        return try db.value(sql, [chatID, MessageRowID.bound(position)], as: Int64.self)
    }
}

extension TimelineGap {
    /// Returns the gap with the data for filling it from its older end too.
    fileprivate func with(_ newerToken: String?, after eventID: String) -> TimelineGap {
        TimelineGap(
            position: position, token: token,
            onward: newerToken.map { Onward(token: $0, eventID: eventID) })
    }
}
