/// The identity of a row in a chat, stable across view models. Panes don't interpret it.
package struct ChatRowID: Hashable, Sendable {
    private let value: String

    package init(_ value: String) {
        self.value = value
    }
}
