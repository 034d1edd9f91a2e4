/// A complete and verified file on this machine.
struct KeptFile: Hashable, Sendable {
    let path: String
    /// The kind by the file's own bytes; `nil` if no program may open it.
    let kind: ShownKind?
}
