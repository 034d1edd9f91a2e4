/// The result of importing a part of a file.
package struct ImportedPart: Hashable, Sendable {
    /// The events that were not stored before.
    package let newEventIDs: Set<String>
    /// The position in the chat's timeline after which the next part continues.
    package let end: Int64?

    package init(newEventIDs: Set<String>, end: Int64?) {
        self.newEventIDs = newEventIDs
        self.end = end
    }
}
