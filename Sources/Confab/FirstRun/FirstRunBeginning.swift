/// An account that is ready to be opened.
struct FirstRunBeginning {
    let prepared: PreparedProfile
    /// The running server, where the account lives in the program.
    let home: EmbeddedHome?
}
