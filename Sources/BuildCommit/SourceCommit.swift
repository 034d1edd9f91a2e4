/// The commit of the sources that the program is built from.
package enum SourceCommit {
    /// Eight digits of it, and + where the sources had changes that are in no commit; empty where they came without
    /// git.
    package static var name: String { writtenCommit }
}
