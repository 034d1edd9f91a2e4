/// What became of a file that a message brings.
package enum FetchedFile: Hashable, Sendable {
    /// Whole and checked, at a path of the profile's own, for as long as there is room.
    case kept(path: String)
    /// Text for people, which may hold text from outside.
    case missing(reason: String)
}
