/// What came of a part of a file.
package struct ImportedPart: Hashable, Sendable {
    /// The events that were not here before.
    package let newEventIDs: Set<String>
    /// Behind which place of the chat the next part goes on.
    package let end: Int64?

    package init(newEventIDs: Set<String>, end: Int64?) {
        self.newEventIDs = newEventIDs
        self.end = end
    }
}
