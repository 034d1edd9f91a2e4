/// An account that is ready to be opened.
struct FirstRunBeginning {
    let prepared: PreparedProfile
    /// The running server if the account is on the embedded one.
    let home: EmbeddedHome?
}
