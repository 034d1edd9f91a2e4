import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct PeerTests {
    @Test func differentFormsOfOneAddressAreEqual() {
        #expect(Peer("203.0.113.5") == Peer("::ffff:203.0.113.5"))
        #expect(Peer("2001:db8:1:2::1") == Peer("2001:db8:1:2:ffff::9"))
        #expect(Peer("2001:db8:1:2::1") != Peer("2001:db8:1:3::1"))
        #expect(Peer("203.0.113.5") != Peer("203.0.113.6"))
        for text in ["", "localhost", "203.0.113.5:80", "unix"] { #expect(Peer(text) == nil) }
    }

    @Test func loopbackAddressesShareOneConnectionCount() throws {
        let (first, second) = (try #require(Peer("127.0.0.1")), try #require(Peer("127.1.2.3")))
        #expect(first.isShared && second.isShared && first != second)
        #expect(first.forConnections == second.forConnections)
        #expect(try #require(Peer("::1")).forConnections == first.forConnections)
        #expect(try #require(Peer("::2")).isShared == false)
    }
}
