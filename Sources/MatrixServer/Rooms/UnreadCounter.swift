import GRDB
import MatrixAPI

/// Counts what is unread in a room by an account's own push rules, without those whom it ignores.
struct UnreadCounter {
    private let database: Database
    private let user: String
    private let rules: PushRuleSet
    private let ignored: Set<String>
    private let findings: NameFindings

    /// NOTSPEC: rules that must be held against each event see this many of the newest unread ones.
    private static let mostEvents = 1000

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
        case .muted: return UnreadCounts(notifications: 0, highlights: 0)
        case .standard: return try standardCounts(in: room, readUpTo: read, threads)
        case .mentionsOnly:
            let mentions = try standardCounts(in: room, readUpTo: read, threads).highlights
            return UnreadCounts(notifications: mentions, highlights: mentions)
        case .each(let rules): return try countEach(rules, in: room, readUpTo: read, threads)
        }
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
        let events = try EventsTable(database)
            .newest(in: room, after: read, upTo: .max, limit: UnreadCounter.mostEvents)
            .filter { $0.sender != user && !ignored.contains($0.sender) && $0.redactedBy == nil && $0.stateKey == nil }
            .filter { !(threads?.include($0) ?? false) }
        guard !events.isEmpty else { return UnreadCounts(notifications: 0, highlights: 0) }
        let matcher = try PushRuleMatcher(database, user: user, room: room, rules: rules)
        let names = try SearchedNames(database, of: user, in: room)
        let mentions = rules.contains { $0.rule.id == ".m.rule.is_user_mention" && $0.rule.notifies }
        var (notifications, highlights): (Int64, Int64) = (0, 0)
        for event in events where event.content["m.relates_to"]?["rel_type"]?.string != "m.replace" {
            let match = matcher.rule(for: event)
            // A message without m.mentions mentions by name, which no predefined rule says any more.
            var isNamed = false
            if mentions, event.content["m.mentions"] == nil, match.map({ $0.kind != .override }) ?? true {
                isNamed =
                    try names.areFound(in: [event.content["body"]?.string ?? ""]) == [true]
                    || UnreadTable(database).isHighlight(user, in: room, stream: event.stream)
            }
            let notifies = match?.rule.notifies ?? false
            if notifies || isNamed { notifications += 1 }
            if isNamed || notifies && match?.rule.highlights ?? false { highlights += 1 }
        }
        return UnreadCounts(notifications: notifications, highlights: highlights)
    }
}
