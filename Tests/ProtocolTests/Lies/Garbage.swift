import MatrixAPI
import TestSupport

/// Nonsensical responses of a server.
enum Garbage: String, CaseIterable {
    case nothing, noJSON, anotherValue, emptyObject, null, otherTypes, otherTypesWithin, brokenText, endlessNesting
    case halfOfIt, endOnTheWay, halfAGigabyte, refusal, otherError, failure, noContent, elsewhere

    var fault: Fault {
        switch self {
        case .nothing: .json("")
        case .noJSON: .portal
        case .anotherValue: .json("[]")
        case .emptyObject: .json("{}")
        case .null: .json("null")
        case .otherTypes: Self.change { json in .object((json.object ?? [:]).mapValues { _ in 5 }) }
        case .otherTypesWithin: Self.change(Self.confused)
        case .brokenText: .change { Array(String(decoding: $0, as: UTF8.self).replacing("e", with: "\u{0}").utf8) }
        case .endlessNesting: .json(String(repeating: "{\"device_keys\":", count: 100_000))
        case .halfOfIt: .change { Array($0.prefix($0.count / 2)) }
        case .endOnTheWay: .truncate(after: 1)
        case .halfAGigabyte: .claim(bytes: 500_000_000)
        case .refusal: .refusal("Keys are not welcome here")
        case .otherError: .answer(status: 418, body: "{\"errcode\":5}")
        case .failure: .answer(status: 500, body: "<html>")
        case .noContent: .answer(status: 204, body: "")
        case .elsewhere: .answer(status: 302, headers: ["Location": "/elsewhere"], body: "")
        }
    }

    private static func change(_ change: @escaping @Sendable (JSONValue) -> JSONValue) -> Fault {
        .change { body in (try? JSONValue(parsing: body)).map { Array(change($0).serialized) } ?? body }
    }

    /// Returns the same objects, in which every value has another type.
    private static func confused(_ json: JSONValue) -> JSONValue {
        switch json {
        case .object(let members): .object(members.mapValues(confused))
        case .array: "none"
        case .string: [5]
        default: .emptyObject
        }
    }
}
