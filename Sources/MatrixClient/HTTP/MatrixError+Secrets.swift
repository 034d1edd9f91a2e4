import MatrixAPI

extension MatrixError {
    /// Returns the error without secrets that the server repeats. Its message is shown and stored.
    func hiding(_ secrets: [String]) -> MatrixError {
        let secrets = secrets.filter { !$0.isEmpty }
        let hide = { (text: String) in secrets.reduce(text) { $0.replacing($1, with: "…") } }
        return MatrixError(Code(rawValue: hide(code.rawValue)), hide(message), details: details)
    }
}

extension MatrixRequest {
    /// The passwords and tokens in the request's body.
    var secrets: [String] {
        let names = ["password", "token", "refresh_token"]
        return [body, body?["auth"]].flatMap { object in names.compactMap { object?[$0]?.string } }
    }
}
