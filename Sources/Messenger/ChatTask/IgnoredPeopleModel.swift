/// Whom the account ignores, on all its devices.
@MainActor
final class IgnoredPeopleModel {
    private(set) var userIDs: Set<String> = []
    /// In the order of the list.
    private(set) var sorted: [String] = []
    /// Whether the list shows them.
    private(set) var isOpen = false

    func replace(_ userIDs: Set<String>) {
        self.userIDs = userIDs
        sorted = userIDs.sorted()
    }

    func turn() { isOpen.toggle() }
}
