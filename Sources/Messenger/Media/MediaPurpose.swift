/// The purpose of a download.
enum MediaPurpose: Hashable, Sendable {
    /// To open the file in the user's program.
    case opening
    /// To save the file at a typed path; empty for the default directory.
    case saving(String)
}
