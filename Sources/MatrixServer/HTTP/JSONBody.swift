import HTTPTypes
import MatrixAPI
import NIOCore

/// An answer of an endpoint: a value, or a composed text.
protocol JSONBody: Sendable {
    func answer(_ status: HTTPResponse.Status, _ headers: HTTPFields) -> MatrixAnswer
}

extension JSONValue: JSONBody {
    func answer(_ status: HTTPResponse.Status, _ headers: HTTPFields) -> MatrixAnswer {
        MatrixAnswer(status, headers, ByteBuffer(bytes: serialized))
    }
}

extension ComposedAnswer: JSONBody {
    func answer(_ status: HTTPResponse.Status, _ headers: HTTPFields) -> MatrixAnswer {
        MatrixAnswer(status, headers, self)
    }
}
