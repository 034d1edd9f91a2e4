import MatrixAPI
import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct VerificationCodeFormTests {
    /// Pairs that vodozemac's `calculate_mac` and `calculate_mac_invalid_base64` returned for the same code.
    @Test(arguments: [
        ("zQRnBfUGdn5COPZdMQPkYuDhIh8mKmjT+A6gSJ6CCkI", "zQRnbvUGVUdCVWRDVldSRFZsZFNSRlpzWkZOU1JscHo"),
        ("SJUc37FitWdOqUqe5URCtTg3nnoR1u/yySBkz20J078", "SJUcY7FiRmlObWxPYld4UFlsZDRVRmxzWkRSVlJteHo"),
        ("C05e7FyX89xFWyw2F7iw1XlO+qgQ35er79o6BZ6+AKQ", "C05eZVyXeVhFVmhGVm1oR1ZtMW9SMVp0TVc5U01WcDA"),
    ])
    func legacyMACFormMatchesLibolm(pair: (String, String)) throws {
        let code = try UnpaddedBase64.decode(pair.0)
        #expect(VerificationCodeForm.first.text(of: code) == pair.1)
        #expect(VerificationCodeForm.current.text(of: code) == pair.0)
        for (form, text) in [(VerificationCodeForm.current, pair.0), (.first, pair.1)] {
            try form.check(text, against: code)
            var other = code
            other[0] ^= 1
            #expect(throws: CryptoError.wrongCode) { try form.check(text, against: other) }
        }
        #expect(throws: CryptoError.wrongCode) { try VerificationCodeForm.first.check(pair.0, against: code) }
        #expect(throws: CryptoError.wrongCode) { try VerificationCodeForm.first.check("", against: code) }
    }

    private func leave(_ form: VerificationCodeForm, of name: String, in content: JSONValue) -> JSONValue {
        var content = content
        content[name] = [.string(form.rawValue)]
        return content
    }

    /// The other side knows only one form. Clients of libolm's time know only the first.
    @Test(arguments: VerificationCodeForm.allCases) func eachSideUsesTheMACFormOfTheOther(
        form: VerificationCodeForm
    ) throws {
        let offer = ShortAuthentication.offer(from: "A")
        #expect(
            offer["message_authentication_codes"]?.array == ["hkdf-hmac-sha256.v2", "hkdf-hmac-sha256"])
        let (_, chosen) = try ShortAuthentication.choice(
            offered: leave(form, of: "message_authentication_codes", in: offer))
        #expect(chosen == form)
        #expect(try ShortAuthentication.choice(offered: offer).codeForm == .current)
        var unknown = offer
        unknown["message_authentication_codes"] = ["hmac-sha256"]
        #expect(throws: VerificationCode.unknownMethod) { try ShortAuthentication.choice(offered: unknown) }
        let accept = try ShortAuthentication(codeForm: form).acceptance(of: offer, forms: [.emoji])
        #expect(try ShortAuthentication.choice(accepted: accept).codeForm == form)
    }

    /// Ana's client is offered only the first form, in the request or in the response to it.
    @Test(arguments: [true, false], [true, false]) func verificationSucceedsWithTheLegacyMACForm(
        isOffered: Bool, isInRoom: Bool
    ) throws {
        var pair = try VerificationPair(isInRoom: isInRoom)
        pair.decide(.accept, byAna: false)
        try pair.deliver(byAna: false)
        // Bo's start offers only one form.
        let start = try #require(pair.fromBo.first)
        #expect(start.type == .start)
        let only = leave(.first, of: "message_authentication_codes", in: start.content)
        if isOffered {
            pair.fromBo[0] = VerificationMessage(type: .start, content: only, devices: start.devices)
            pair.bo.phase = .started(only)
        }
        try pair.deliver(byAna: false)
        let accept = try #require(pair.fromAna.first)
        let named = accept.content["message_authentication_code"]
        #expect(named == (isOffered ? "hkdf-hmac-sha256" : "hkdf-hmac-sha256.v2"))
        if !isOffered {
            // Ana's client knows only the first form.
            guard case .accepted(_, let forms) = pair.ana.phase else {
                Issue.record("\(pair.ana.state)")
                return
            }
            let short = ShortAuthentication(codeForm: .first)
            pair.ana.phase = .accepted(short, forms)
            let content = pair.ana.transaction.marked(try short.acceptance(of: start.content, forms: forms))
            pair.fromAna[0] = VerificationMessage(type: .accept, content: content, devices: accept.devices)
        }
        try pair.settle()
        #expect(pair.compared.count == 2 && pair.compared.first == pair.compared.last)
        pair.decide(.match, byAna: true)
        let codes = pair.fromAna.last?.content["mac"]?.object?.values.compactMap(\.string) ?? []
        // From the seventh byte on, libolm encoded its own output.
        #expect(codes.count == 2 && codes.allSatisfy { $0.count == 43 })
        pair.decide(.match, byAna: false)
        try pair.settle()
        #expect(try pair.ana.state == .done(pair.bos.verifiedKeys) && pair.bo.state == .done(pair.anas.verifiedKeys))
    }
}
