/// The device of an account that makes a request.
struct Caller: Hashable, Sendable {
    let userID: String
    let deviceID: String
}
