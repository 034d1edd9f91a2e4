/// A migration of the database's schema, as SQL. Once released, it is never edited.
struct Migration: Sendable {
    /// The version of the database after it. Versions are consecutive and begin at 1.
    let version: Int
    let sql: String
    /// Whether it is complete only after a ``MessageTableMigration``.
    var movesMessages = false

    static let all: [Migration] = [
        .firstShape, .contacts, .relations, .chatSettings, .mentions, .powers, .removalReasons, .ownReactions,
        .ownLines, .redactionsOfRedactions, .receipts, .departures, .upgrades, .forgottenChats, .kinds, .places,
        .encryption, .trust,
        .sharedKeys,
        .editTrust,
        .withheld,
        .editReplays,
        .withoutOlm,
        .unheard,
        .threads,
        .polls,
        .spaces,
        .invitationReasons,
        .threadReceipts,
        .search,
        .outboxFiles,
        .islands,
        .encryptionPromises,
        .sealedLines,
        .staleSessions,
        .encryptionPlaces,
        .nameLooks,
        .unknownEvents,
    ]
}
