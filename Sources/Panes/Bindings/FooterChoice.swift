/// What the footer says of an action in a pane where it can be done.
package struct FooterChoice: Sendable {
    package let id: ActionID
    package let key: String
    package let word: String
}
