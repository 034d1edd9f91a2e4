/// The members of a JSON object, in the order in which they were added.
///
/// Objects in Matrix have few members. They are compared one by one, which takes less time than hashing a name. Only an
/// object with many members has a dictionary of their places.
package struct JSONObject: Sendable {
    package typealias Element = (key: String, value: JSONValue)

    /// The number of members from which the places are kept in a dictionary.
    private static let many = 17

    private var members: [Element]
    /// The places of all members by name; empty if there are few.
    private var places: [String: Int] = [:]

    package init() { members = [] }

    package init(_ dictionary: [String: JSONValue]) {
        members = dictionary.map { ($0.key, $0.value) }
        indexIfMany()
    }

    /// - Parameter members: the names must differ.
    init(unique members: [Element]) {
        self.members = members
        indexIfMany()
    }

    mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

    /// The value of a member; `nil` if there is none. Setting `nil` removes it.
    package subscript(name: String) -> JSONValue? {
        get { place(of: name).map { members[$0].value } }
        set {
            switch (place(of: name), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil):
                members.remove(at: place)
                places = [:]
                indexIfMany()
            case (nil, let value?): append(value, named: name)
            case (nil, nil): break
            }
        }
    }

    /// Returns the place of a member; `nil` if there is none.
    func place(of name: String) -> Int? {
        guard places.isEmpty else { return places[name] }
        for index in members.indices where members[index].key == name { return index }
        return nil
    }

    /// Adds a member whose name is new.
    mutating func append(_ value: JSONValue, named name: String) {
        members.append((name, value))
        if !places.isEmpty { places[name] = members.count - 1 } else { indexIfMany() }
    }

    /// Replaces a member. The names must be equal, but may be written with different bytes.
    mutating func replace(at place: Int, with member: Element) {
        members[place] = member
        if !places.isEmpty {
            places[member.key] = nil
            places[member.key] = place
        }
    }

    private mutating func indexIfMany() {
        guard members.count >= Self.many else { return }
        places = Dictionary(uniqueKeysWithValues: members.indices.map { (members[$0].key, $0) })
    }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { members.count }
    package subscript(index: Int) -> Element { members[index] }

    package var values: [JSONValue] { members.map(\.value) }

    package func mapValues(_ transform: (JSONValue) throws -> JSONValue) rethrows -> JSONObject {
        JSONObject(unique: try members.map { ($0.key, try transform($0.value)) })
    }

    /// The same members as a dictionary.
    package var dictionary: [String: JSONValue] { Dictionary(members.map { ($0.key, $0.value) }) { _, last in last } }

    /// The members in the order of a comparison of their names. They often are in order already.
    func ordered(by precedes: (String, String) -> Bool) -> [Element] {
        let isOrdered = members.indices.dropFirst().allSatisfy { precedes(members[$0 - 1].key, members[$0].key) }
        return isOrdered ? members : members.sorted { precedes($0.key, $1.key) }
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same members, in any order.
    package static func == (one: JSONObject, other: JSONObject) -> Bool {
        one.count == other.count
            && one.members.allSatisfy { member in
                other.place(of: member.key).map { other.members[$0].value == member.value } ?? false
            }
    }

    package func hash(into hasher: inout Hasher) {
        var sum = 0
        for (name, value) in members {
            var each = Hasher()
            each.combine(name)
            each.combine(value)
            sum ^= each.finalize()
        }
        hasher.combine(sum)
    }
}
