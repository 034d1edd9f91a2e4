/// The start tag of an element, with the attributes that Confab uses.
struct HTMLTag: Equatable {
    /// The name in lower case.
    let name: String
    private(set) var attributes: [String: String] = [:]

    init(name: String) {
        self.name = name
    }

    private static let known: Set = ["href", "data-mx-spoiler", "start", "alt"]

    /// Adds an attribute. If a name is repeated, the first attribute counts.
    mutating func add(_ name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        guard name.count <= 15 else { return }
        let name = String(decoding: name, as: UTF8.self).lowercased()
        guard Self.known.contains(name), attributes[name] == nil else { return }
        attributes[name] = HTMLEntity.replaced(in: value)
    }
}
