import MatrixAPI

/// Users whose devices a client has to query again, and users whose devices it no longer needs (client-server API,
/// "Tracking the device list for a user").
struct DeviceLists: Sendable {
    let changed: Set<String>
    let left: Set<String>

    var isEmpty: Bool { changed.isEmpty && left.isEmpty }

    var json: JSONValue {
        [
            "changed": .array(changed.sorted().map(JSONValue.string)),
            "left": .array(left.sorted().map(JSONValue.string)),
        ]
    }
}
