import GRDB
import MatrixAPI

/// The accounts' push rules, stored as account data so that sync delivers them (client-server API, "Push Rules:
/// Events").
struct PushRulesTable {
    static let type = "m.push_rules"
    /// The maximum in bytes of all rules of an account together.
    static let largest = 256 * 1024
    private let database: Database

    init(_ database: Database) { self.database = database }

    func rules(of user: String) throws -> PushRuleSet {
        PushRuleSet(of: user, stored: try AccountDataTable(database).content(PushRulesTable.type, of: user))
    }

    /// Returns the position of the rules' last change; `nil` if they never changed.
    func place(of user: String) throws -> Int64? {
        try AccountDataTable(database).position(PushRulesTable.type, of: user)
    }

    /// - Returns: `false` if the rules were changed since `place`: nothing is stored then.
    func put(_ text: String, of user: String, after place: Int64?) throws -> Bool {
        guard try self.place(of: user) == place else { return false }
        try AccountDataTable(database).put(PushRulesTable.type, of: user, text: text)
        return true
    }
}
