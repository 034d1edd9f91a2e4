import GRDB
import MatrixAPI

/// The accounts' push rules, kept as the account data that sync tells of (client-server API, "Push Rules: Events").
struct PushRulesTable {
    static let type = "m.push_rules"
    private let database: Database

    init(_ database: Database) { self.database = database }

    func rules(of user: String) throws -> PushRuleSet {
        PushRuleSet(of: user, stored: try AccountDataTable(database).content(PushRulesTable.type, of: user))
    }

    func put(_ rules: PushRuleSet, of user: String) throws {
        try AccountDataTable(database).put(PushRulesTable.type, of: user, rules.json)
    }
}
