/// A file that is here whole and is what was sent.
struct KeptFile: Hashable, Sendable {
    let path: String
    /// What it is by its own bytes, whatever anybody says; `nil` where no program is given it.
    let kind: ShownKind?
}
