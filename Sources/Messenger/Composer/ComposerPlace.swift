/// Which text a pane speaks of: it may be that of another chat by now.
package struct ComposerPlace: Hashable, Sendable {
    let chatID: String
    /// The newest change of the text that the pane knew of.
    let revision: Int
}
