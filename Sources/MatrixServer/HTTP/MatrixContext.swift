import Hummingbird
import NIOCore

/// What Hummingbird hands along with a request: its connection.
struct MatrixContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }
}
