import GRDB
import MatrixAPI

/// Counts the unread events of a room by an account's push rules, without the users whom it ignores.
struct UnreadCounter {
    private let database: Database
    private let user: String
    private let rules: PushRuleSet
    private let ignored: Set<String>
    private let findings: NameFindings

    /// NOTSPEC: some rules must be matched against each event. Only this many of the newest unread events are matched,
    /// and at most a page of them in bytes (``EventPage/mostBytes``).
    private static let maxEvents = 1000

    init(
        _ database: Database, user: String, rules: PushRuleSet, ignored: Set<String>, findings: NameFindings
    ) {
        self.database = database
        self.user = user
        self.rules = rules
        self.ignored = ignored
        self.findings = findings
    }

    init(_ database: Database, user: String, ignored: Set<String>, findings: NameFindings) throws {
        let rules = try PushRulesTable(database).rules(of: user)
        self.init(database, user: user, rules: rules, ignored: ignored, findings: findings)
    }

    func counts(in room: String) throws -> UnreadCounts {
        let (read, hasThreadReads) = try UnreadTable(database).begin(for: user, in: room)
        let threads = hasThreadReads ? try ThreadReads(database, of: user, in: room, after: read) : nil
        switch RoomPushRules(rules, room: room) {
        case .muted: return .none
        case .standard: return try standardCounts(in: room, readUpTo: read, threads)
        case .mentionsOnly:
            let mentions = try standardCounts(in: room, readUpTo: read, threads).highlights
            return UnreadCounts(notifications: mentions, highlights: mentions)
        case .each(let rules): return try countEach(rules, in: room, readUpTo: read, threads)
        }
    }

    /// Returns the counts of the main timeline and of each thread with unread events, by the threads' root events
    /// (client-server API, `unread_thread_notifications`).
    ///
    /// NOTSPEC: the newest events are checked individually, up to the same limit as for rules.
    func countsByThread(in room: String) throws -> (main: UnreadCounts, threads: [String: UnreadCounts]) {
        let (begin, _) = try UnreadTable(database).begin(for: user, in: room)
        let reads = try ThreadReads(database, of: user, in: room)
        switch RoomPushRules(rules, room: room) {
        case .muted: return (.none, [:])
        case .standard: return try standardCountsByThread(in: room, readUpTo: begin, reads)
        case .mentionsOnly:
            let (main, threads) = try standardCountsByThread(in: room, readUpTo: begin, reads)
            let mentions = { (counts: UnreadCounts) in
                UnreadCounts(notifications: counts.highlights, highlights: counts.highlights)
            }
            return (mentions(main), threads.mapValues(mentions).filter { $0.value != .none })
        case .each(let rules):
            let judge = try judge(rules, in: room)
            var main = UnreadCounts.none
            var threads: [String: UnreadCounts] = [:]
            for event in try events(in: room, after: reads.begin) {
                if let root = ThreadReads.root(of: event) {
                    if !reads.include(event) { threads[root] = try (threads[root] ?? .none) + judge(event) }
                } else if event.stream > begin {
                    main = try main + judge(event)
                }
            }
            return (main, threads.filter { $0.value != .none })
        }
    }

    /// Subtracts the counts of threads from the count of the whole room.
    private func standardCountsByThread(
        in room: String, readUpTo begin: Int64, _ reads: ThreadReads
    ) throws -> (main: UnreadCounts, threads: [String: UnreadCounts]) {
        var main = try standardCounts(in: room, readUpTo: begin, nil)
        var threads: [String: UnreadCounts] = [:]
        let names = try SearchedNames(database, of: user, in: room)
        for event in try EventsTable(database).threaded(in: room, after: reads.begin, limit: UnreadCounter.maxEvents)
        where event.sender != user && !ignored.contains(event.sender) {
            guard let root = ThreadReads.root(of: event) else { continue }
            let mentions = try isNamed(event, names) || isCalled(event)
            let counts = UnreadCounts(notifications: 1, highlights: mentions ? 1 : 0)
            if event.stream > begin { main = main - counts }
            if !reads.include(event) { threads[root] = (threads[root] ?? .none) + counts }
        }
        return (main, threads)
    }

    private func isCalled(_ event: StoredEvent) throws -> Bool {
        try UnreadTable(database).isHighlight(user, in: event.room, stream: event.stream)
    }

    private func isNamed(_ event: StoredEvent, _ names: SearchedNames) -> Bool {
        event.content["m.mentions"] == nil && names.areFound(in: [event.content["body"]?.string ?? ""]) == [true]
    }

    private func standardCounts(
        in room: String, readUpTo read: Int64, _ threads: ThreadReads?
    ) throws -> UnreadCounts {
        let counts = try UnreadTable(database).counts(user, in: room, readUpTo: read, ignoring: ignored)
        let unwanted = [user] + ignored.sorted()
        let named = try NamedMessages(database, user: user, findings: findings)
            .count(in: room, after: read, notBy: unwanted)
        let inThreads = try threads?.counts(notBy: unwanted)
        return UnreadCounts(
            notifications: counts.notifications - (inThreads?.notifications ?? 0),
            highlights: counts.highlights - (inThreads?.highlights ?? 0) + named)
    }

    private func countEach(
        _ rules: [(kind: PushRule.Kind, rule: PushRule)], in room: String, readUpTo read: Int64,
        _ threads: ThreadReads?
    ) throws -> UnreadCounts {
        let events = try events(in: room, after: read).filter { !(threads?.include($0) ?? false) }
        guard !events.isEmpty else { return .none }
        let judge = try judge(rules, in: room)
        return try events.reduce(.none) { try $0 + judge($1) }
    }

    /// Returns the newest events after a position that rules are matched against.
    private func events(in room: String, after read: Int64) throws -> [StoredEvent] {
        try EventsTable(database)
            .newest(in: room, after: read, upTo: .max, limit: UnreadCounter.maxEvents).events
            .filter { $0.sender != user && !ignored.contains($0.sender) && $0.redactedBy == nil && $0.stateKey == nil }
    }

    /// Returns a function that evaluates the rules for an event.
    private func judge(
        _ rules: [(kind: PushRule.Kind, rule: PushRule)], in room: String
    ) throws -> (StoredEvent) throws -> UnreadCounts {
        let matcher = try PushRuleMatcher(database, user: user, room: room, rules: rules)
        let names = try SearchedNames(database, of: user, in: room)
        let mentions = rules.contains { $0.rule.id == ".m.rule.is_user_mention" && $0.rule.notifies }
        return { event in
            guard event.content["m.relates_to"]?["rel_type"]?.string != "m.replace" else {
                return .none
            }
            let match = matcher.rule(for: event)
            // A message without `m.mentions` mentions by name, which no predefined rule covers any more.
            var isNamed = false
            if mentions, event.content["m.mentions"] == nil, match.map({ $0.kind != .override }) ?? true {
                isNamed = try self.isNamed(event, names) || self.isCalled(event)
            }
            let notifies = match?.rule.notifies ?? false
            let highlights = isNamed || notifies && match?.rule.highlights ?? false
            return UnreadCounts(notifications: notifies || isNamed ? 1 : 0, highlights: highlights ? 1 : 0)
        }
    }
}

/// The effect of an account's push rules in a room.
enum RoomPushRules {
    /// The rules are the defaults: the counts that were stored with the events apply.
    case standard
    /// No event of the room counts.
    case muted
    /// Only mentions count.
    case mentionsOnly
    /// Each event has to be matched against the rules.
    case each([(kind: PushRule.Kind, rule: PushRule)])

    init(_ set: PushRuleSet, room: String) {
        let relevant = PushRule.Kind.allCases.flatMap { kind in
            (set.rules[kind] ?? []).filter { $0.isEnabled && RoomPushRules.mayMatch($0, kind, room: room) }
                .map { (kind: kind, rule: $0) }
        }
        let own = relevant.filter { !$0.rule.isDefault }
        if let first = relevant.first, RoomPushRules.isWholeRoom(first.rule, first.kind), !first.rule.notifies {
            self = .muted
        } else if own.isEmpty, set.keepsDefaults {
            self = .standard
        } else if own.count == 1, own[0].kind == .room, !own[0].rule.notifies, set.keepsDefaults {
            self = .mentionsOnly
        } else {
            self = .each(relevant)
        }
    }

    private static func mayMatch(_ rule: PushRule, _ kind: PushRule.Kind, room: String) -> Bool {
        if kind == .room { return rule.id == room }
        return rule.conditions.allSatisfy { condition in
            guard condition["kind"]?.string == "event_match", condition["key"]?.string == "room_id" else { return true }
            // Most patterns are a room's identifier, and there may be one for each room.
            let pattern = condition["pattern"]?.string ?? ""
            guard pattern.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) else {
                return pattern == room
            }
            return GlobPattern(pattern).matches(room)
        }
    }

    /// Whether an override rule has no condition but the room, or none at all. The caller has checked that it is
    /// this room.
    private static func isWholeRoom(_ rule: PushRule, _ kind: PushRule.Kind) -> Bool {
        kind == .override
            && rule.conditions.allSatisfy { $0["kind"]?.string == "event_match" && $0["key"]?.string == "room_id" }
    }
}
