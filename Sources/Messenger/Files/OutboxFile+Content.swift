import Conversations
import MatrixAPI

extension OutboxFile.Upload {
    var isSealed: Bool {
        if case .sealed = self { true } else { false }
    }

    /// Returns the content with the address of the uploaded file; `nil` if the stored JSON can't be parsed.
    func added(to content: JSONValue) -> JSONValue? {
        var content = content
        switch self {
        case .inClear(let address): content["url"] = .string(address)
        case .sealed(let json):
            guard let file = try? JSONValue(parsing: json) else { return nil }
            content["file"] = file
        }
        return content
    }
}
