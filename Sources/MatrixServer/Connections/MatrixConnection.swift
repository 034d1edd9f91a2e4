import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import NIOWebSocket

/// A connection that was accepted, and what it will turn out to be once its first request is read.
struct MatrixConnection: ServerChildChannelValue {
    enum Kind: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case stream(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, StreamToken, Target)
        case closed
    }

    let channel: any Channel
    let kind: EventLoopFuture<Kind>
}
