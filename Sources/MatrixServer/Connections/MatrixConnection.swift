import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import NIOWebSocket

/// An accepted connection, and its kind, which is known once its first request is read.
struct MatrixConnection: ServerChildChannelValue {
    enum Kind: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case stream(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, StreamToken, Target)
        case closed
    }

    let channel: any Channel
    let kind: EventLoopFuture<Kind>
}
