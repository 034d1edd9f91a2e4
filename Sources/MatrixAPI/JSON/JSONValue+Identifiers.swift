extension JSONValue {
    /// The text, if it is a valid identifier: see ``Swift/String/isSoundIdentifier``.
    package var identifier: String? { string.flatMap { $0.isSoundIdentifier ? $0 : nil } }

    /// The identifiers of a list, without invalid elements.
    package var identifiers: [String]? { array?.compactMap(\.identifier) }

    /// A pagination token, which is sent back to the server unchanged. A token with U+0000 could not be stored whole.
    package var token: String? { string.flatMap { $0.holdsNull ? nil : $0 } }

    /// The members of an object whose names are valid identifiers.
    package var namedMembers: [String: JSONValue] { (object ?? [:]).filter(\.key.isSoundIdentifier) }
}
