/// The result of saving a file beside an export.
package enum SavedFile: Hashable, Sendable {
    /// The path is relative to the export.
    ///
    /// - kind: the kind by its bytes, as in ``ShownKind``; `nil` if no program may open it.
    case saved(path: String, kind: String?)
    /// The error message, which may contain text from outside.
    case missing(reason: String)
}
