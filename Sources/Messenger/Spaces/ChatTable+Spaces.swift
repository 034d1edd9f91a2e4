import Conversations

extension ChatTable {
    /// Returns the spaces with these identifiers, sorted by name.
    func spaces(_ ids: Set<String>) -> [Chat] {
        ids.compactMap { self[$0] }.sorted {
            (Naming.chat($0).lowercased(), $0.id) < (Naming.chat($1).lowercased(), $1.id)
        }
    }
}
