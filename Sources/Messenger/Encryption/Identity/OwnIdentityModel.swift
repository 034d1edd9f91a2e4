/// How far this device stands for the account's owner, and how much of the backup it has.
@MainActor
final class OwnIdentityModel {
    private(set) var state = OwnIdentityState.unknown
    private(set) var restore: RestoreState?

    func set(_ state: OwnIdentityState) {
        self.state = state
    }

    func set(_ restore: RestoreState) {
        self.restore = restore
    }
}
