import Conversations
import GRDB

/// Decides where messages go that came from the midst of what is missing, within a transaction.
///
/// Runs of unknown messages lie beside known ones, or else in the one gap whose neighbours are older and newer than they. What has no
/// place that is certain is left out, and comes once the gap is filled from its end.
struct IslandMerge {
    private(set) var placed: [PlacedMessage] = []
    /// The positions of gaps that are no more; taken away before ``openedGaps`` are made.
    private(set) var closedGaps: [Int64] = []
    private(set) var openedGaps: [TimelineGap] = []

    private let db: Database
    private let chatID: String
    private var gaps: [TimelineGap]
    /// The unknown messages since the last known one.
    private var run: [Message] = []
    /// The last known one that was met.
    private var previous: Int64?

    /// As many places stay free on either side of what is put into the midst of a gap.
    static let room: Int64 = 1 << 20
    /// How far before the oldest that is here: half of what a chunk has.
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

    /// What a server gave of a gap from its older end on.
    ///
    /// - Parameters:
    ///   - page: oldest first.
    ///   - nextToken: asks for what follows; `nil` where nobody knows.
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
            // Whoever meets another message than the one after the gap is in the wrong place: it is filled from its end.
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
            // Where the server knows of nothing before and this device does, what is between is asked for as it was.
            guard let token = island.olderToken ?? (before == nil ? nil : gap.token), let first = placed.first else {
                return
            }
            openedGaps.append(gap.moved(to: first.position, token: token))
            return
        }
        // Nothing else is between two neighbours.
        guard before?.position == previous, place(before: position, after: previous) else { return }
        closedGaps.append(position)
    }

    private mutating func end(_ island: TimelineIsland) throws {
        guard let last = run.last, let previous else { return try placeAlone(island) }
        // What comes after all that is here comes with a sync.
        guard let gap = gaps.first(where: { $0.position > previous }), !closedGaps.contains(gap.position),
            try neighbour(before: gap.position)?.position == previous, place(after: previous, before: gap.position)
        else { return }
        openedGaps.append(gap.with(island.newerToken, after: last.eventID))
    }

    /// Nothing around it is here.
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
        guard space >= 2 * Self.room, MessagePlace.positions.contains(lower),
            let token = island.olderToken ?? (before == nil ? "" : nil)
        else { return }
        let first = lower + 1 + space / 2
        place(from: first)
        if !token.isEmpty { openedGaps.append(gap.moved(to: first, token: token)) }
        openedGaps.append(gap.with(island.newerToken, after: last.eventID))
    }

    // MARK: Places

    /// - Returns: whether there is room.
    private mutating func place(before position: Int64, after previous: Int64?) -> Bool {
        let first = position - Int64(run.count)
        guard first > previous ?? MessagePlace.positions.lowerBound else { return false }
        place(from: first)
        return true
    }

    /// - Returns: whether there is room.
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
            SELECT position, timestamp, event_id FROM messages WHERE \(MessagePlace.isBefore("?2", in: "?1"))
            ORDER BY id DESC LIMIT 1
            """
        let row = try Row.fetchOne(
            db.cachedStatement(sql: sql), arguments: .whole([chatID, MessagePlace.bound(position)]))
        return row.map { ($0[0], $0[1], $0[2]) }
    }

    /// When it was said what stands at the end of a gap; `nil` where nothing does.
    private func neighbour(after position: Int64) throws -> Int64? {
        let sql = """
            SELECT timestamp FROM messages WHERE \(MessagePlace.isAtOrAfter("?2", in: "?1")) ORDER BY id LIMIT 1
            """
        return try Int64.fetchOne(
            db.cachedStatement(sql: sql), arguments: .whole([chatID, MessagePlace.bound(position)]))
    }
}

extension TimelineGap {
    /// The same, which can be filled from its older end as well.
    fileprivate func with(_ newerToken: String?, after eventID: String) -> TimelineGap {
        TimelineGap(
            position: position, token: token,
            onward: newerToken.map { Onward(token: $0, eventID: eventID) })
    }
}
