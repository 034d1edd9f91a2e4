/// One step of the database's shape, as SQL. Once released it is never edited.
struct Migration: Sendable {
    /// The version that the database has after it, counted from 1 without a hole.
    let version: Int
    let sql: String
    /// Whether it is over only once a ``MessageMove`` is.
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
    ]
}
