/// Who makes a request: a device of an account.
struct Caller: Hashable, Sendable {
    let userID: String
    let deviceID: String
}
