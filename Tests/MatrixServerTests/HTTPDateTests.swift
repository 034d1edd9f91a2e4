import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct HTTPDateTests {
    @Test func httpDateIsFormattedAndUpdatedEachSecond() {
        #expect(HTTPDate.text(of: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        for time in [784_111_777, 784_111_777, 784_111_778, 784_111_777] {
            #expect(HTTPDate.lastText(of: time) == HTTPDate.text(of: time))
        }
    }
}
