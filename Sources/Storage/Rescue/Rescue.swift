/// The result of rescuing a damaged database.
package struct Rescue: Hashable, Sendable {
    /// The path of the damaged file, with its journal beside it.
    package let damagedPath: String
    /// The numbers of rows that were salvaged into the new database.
    package var lines = 0
    package var drafts = 0
    package var contacts = 0
    package var importedChats = 0
}
