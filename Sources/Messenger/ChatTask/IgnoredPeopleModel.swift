/// The people that the account ignores, on all its devices.
@MainActor
final class IgnoredPeopleModel {
    private(set) var userIDs: Set<String> = []
    /// The same people in the order of the list.
    private(set) var sorted: [String] = []
    /// Whether the list of ignored people is open.
    private(set) var isOpen = false

    func replace(_ userIDs: Set<String>) {
        self.userIDs = userIDs
        sorted = userIDs.sorted()
    }

    func turn() { isOpen.toggle() }
}
