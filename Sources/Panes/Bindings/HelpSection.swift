/// A heading of the help screen and what stands under it.
package struct HelpSection: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        package let keys: String
        package let title: String
        /// As in the configuration file.
        package let name: String
    }

    package let title: String
    package let rows: [Row]

    init(title: String, bindings: [ActionBinding]) {
        self.title = title
        rows = bindings.map { Row(keys: $0.keyNames, title: $0.title, name: $0.id.name) }
    }
}
