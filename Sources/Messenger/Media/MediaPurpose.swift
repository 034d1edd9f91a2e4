/// What a file is fetched for.
enum MediaPurpose: Hashable, Sendable {
    /// To be shown by the person's program.
    case opening
    /// To lie where the person wants it, by a path as it was typed; empty for where such files lie.
    case saving(String)
}
