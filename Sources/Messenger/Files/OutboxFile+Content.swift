import Conversations
import MatrixAPI

extension OutboxFile.Upload {
    var isSealed: Bool {
        if case .sealed = self { true } else { false }
    }

    /// The content with what leads to the file; `nil` where what was kept of that can't be read.
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
