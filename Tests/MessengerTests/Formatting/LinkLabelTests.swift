import Testing
import ViewModels

@testable import Messenger

@Suite(.timeLimit(.minutes(5))) struct LinkLabelTests {
    @Test(arguments: [
        "https://bank.example", "bank.example", "www.bank.example/login", "go to bank.example, please",
        "https://bank.example@evil.example", "bаnk.example", "bank．example", "BANK.EXAMPLE:443",
    ])
    func misleadingLinkLabelIsDetected(label: String) {
        #expect(LinkLabel(label).namesAnother(than: "evil.example"))
    }

    @Test(arguments: [
        "evil.example", "https://www.evil.example/path", "Evil.Example", "your bank", "version 1.2", "e.g.", "…", "",
        "a. b. c.",
    ])
    func honestLinkLabelIsAccepted(label: String) {
        #expect(!LinkLabel(label).namesAnother(than: "evil.example"))
    }

    @Test func misleadingLinkCarriesItsHost() {
        let html =
            "<a href=\"https://evil.example/x\">https://bank.example</a> <a href=\"https://docs.example/\">the docs</a>"
        #expect(HTMLReducer.reduced(html)?.links.map(\.unlikeHost) == ["evil.example", ""])
    }
}
