import Foundation
import GRDB

/// Any number of identifiers as one argument of a statement, which reads them with `json_each`.
struct IdentifierList: DatabaseValueConvertible {
    private let text: String

    init(_ identifiers: some Sequence<String>) throws {
        text = String(decoding: try JSONEncoder().encode(Array(identifiers)), as: UTF8.self)
    }

    private init(text: String) {
        self.text = text
    }

    var databaseValue: DatabaseValue { text.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> IdentifierList? {
        String.fromDatabaseValue(value).map(IdentifierList.init(text:))
    }
}
