/// The commit of the sources that the program is built from.
package enum SourceCommit {
    /// The first eight digits of the commit's hash, followed by `+` if the sources had uncommitted changes. Empty if
    /// the sources were not in a git repository.
    package static var name: String { writtenCommit }
}
