import GRDB

/// What a change works with: the database inside the transaction, and the users to wake after the commit.
final class Changes {
    let database: Database
    private(set) var woken: Set<String> = []

    init(database: Database) { self.database = database }

    func wake(_ user: String) { woken.insert(user) }

    func wake(_ users: some Sequence<String>) { woken.formUnion(users) }
}
