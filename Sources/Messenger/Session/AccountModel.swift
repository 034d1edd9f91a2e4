/// The account whose conversations are shown.
@MainActor
final class AccountModel {
    let account: Account

    init(account: Account) {
        self.account = account
    }

    var userID: String { account.userID }
    var deviceID: String { account.deviceID }
}
