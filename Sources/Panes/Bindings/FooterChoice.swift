/// A footer entry: an action available in the pane, with its key and word.
package struct FooterChoice: Sendable {
    package let id: ActionID
    package let key: String
    package let word: String
}
