import MatrixAPI
import NIOCore

@testable import MatrixServer

extension ComposedResponse {
    /// Returns the whole response, whether its bytes are in memory or in a file.
    func bytes() async throws -> [UInt8] {
        switch content {
        case .bytes(let bytes): return Array(bytes.readableBytesView)
        case .file(let file):
            var (all, rest) = ([UInt8](), 0..<file.length)
            while !rest.isEmpty {
                let piece = try await file.stored.piece(of: rest)
                all += piece.readableBytesView
                rest = rest.lowerBound + Int64(piece.readableBytes)..<rest.upperBound
            }
            return all
        }
    }

    var isInFile: Bool { if case .file = content { true } else { false } }
}

extension ResponseBudget {
    /// Whether the budget counts no bytes, neither in memory nor in files.
    var isIdle: Bool {
        let held = held
        return held.inMemory == 0 && held.inFiles == 0
    }
}
