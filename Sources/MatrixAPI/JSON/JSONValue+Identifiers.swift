extension JSONValue {
    /// The text, where it may name something: see ``Swift/String/isSoundIdentifier``.
    package var identifier: String? { string.flatMap { $0.isSoundIdentifier ? $0 : nil } }

    /// The identifiers of a list, without what is none.
    package var identifiers: [String]? { array?.compactMap(\.identifier) }

    /// A place in what a server tells, which is given back to it as it came; one with U+0000 could not be kept whole.
    package var token: String? { string.flatMap { $0.holdsNull ? nil : $0 } }

    /// The members of an object whose names may name something.
    package var namedMembers: [String: JSONValue] { (object ?? [:]).filter(\.key.isSoundIdentifier) }
}
