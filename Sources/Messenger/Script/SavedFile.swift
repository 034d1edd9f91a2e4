/// What became of a file that was to lie beside an export.
package enum SavedFile: Hashable, Sendable {
    /// From where the export lies.
    ///
    /// - kind: by its own bytes, as ``ShownKind`` has it; `nil` for what no program may be given.
    case saved(path: String, kind: String?)
    /// Text for people, which may hold text from outside.
    case missing(reason: String)
}
