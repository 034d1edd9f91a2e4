/// What became of a damaged database.
package struct Rescue: Hashable, Sendable {
    /// Where it lies now; its journal beside it.
    package let damagedPath: String
    /// How much of it could be read, and is in the new one.
    package var lines = 0
    package var drafts = 0
    package var contacts = 0
    package var importedChats = 0
}
