import Testing

@testable import MatrixCrypto

/// Signatures that only the owner of a key can make, and that some libraries accept and others refuse. All of them
/// satisfy the equation of RFC 8032 if both of its sides are multiplied by eight.
@Suite(.timeLimit(.minutes(5))) struct TwistedSignatureTests {
    private static let plain = "f81f372cbe5bd4cb766e414b6987251caa0e3cbd08faadffef3f677879fc2840"
    /// The sum of the same point and one of order eight.
    private static let twisted = "3a28ffadb7c19249464ca994d47a1c1e4b6973f0e6501bcc207a476e069500e2"

    @Test(arguments: [
        // R is the neutral point.
        (
            plain, "746561", "0100000000000000000000000000000000000000000000000000000000000000",
            "8875abaafa11c79b90ff36342adf533df5b0c90d6d2e8803518d985229776300"
        ),
        // R is the neutral point in its second encoding.
        (
            plain, "746561", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "cfb493da232a398ddbf097cdfdddd5a0027d19aa747ff2c7e7ca08808f463a08"
        ),
        // R is the neutral point with the sign bit set.
        (
            plain, "746561", "0100000000000000000000000000000000000000000000000000000000000080",
            "c76eb0f6e5c5329629ebba8f3914ac04fcf87f645c4091c2cd0bab55f7c47d08"
        ),
        // R has a component of order eight.
        (
            plain, "746561", "e5e9f3c5917459ac51d10d8afef1ae002cb7094337bb8210431a1191e126df83",
            "692c4eafb6c985f1c146a22c10f67193f72e4397fa9b6ac3172b90f11d2bff03"
        ),
        // The key has a component of order eight that doesn't cancel.
        (
            twisted, "746561", "3f7118a9ca2a1c0321df7c548726ac103a498b22a74b7e15ed96ac50b5f0104f",
            "8b65c310eaeabb37b32b5dcd38cb3f8700508137e62e08286087323ef94a9e0c"
        ),
        // The key has a component of order eight that cancels with an R of order four.
        (
            twisted, "7465612032", "0000000000000000000000000000000000000000000000000000000000000080",
            "998e05169ea058d08491a2648754a7a10779660dca57bb55174c8bcdbf767a0a"
        ),
    ])
    func ambiguouslyValidSignatureIsRefused(key: String, text: String, r: String, s: String) throws {
        let key = try Ed25519PublicKey(bytes: hexadecimal(key))
        let signature = try Ed25519Signature(bytes: hexadecimal(r + s))
        #expect(throws: CryptoError.wrongSignature) { try key.check(signature, of: hexadecimal(text)) }
    }

    /// The owner generated the key and signs as usual. Once in eight times the component of order eight vanishes, or
    /// cancels with that of R.
    @Test(arguments: [
        (
            "746561203234", "3f7118a9ca2a1c0321df7c548726ac103a498b22a74b7e15ed96ac50b5f0104f",
            "f4e5be479f0e275cdc1538ca74aa18f09210cb8ee99a509942eb2511e56e2708"
        ),
        (
            "7465612030", "e5e9f3c5917459ac51d10d8afef1ae002cb7094337bb8210431a1191e126df83",
            "8e6a83da1042c2bb8561f9e6a77d71264f6bc661e84332c841750f0fd90f670f"
        ),
    ])
    func signatureByAMixedOrderKeyIsValidWithoutTheCofactor(text: String, r: String, s: String) throws {
        let key = try Ed25519PublicKey(bytes: hexadecimal(Self.twisted))
        try key.check(Ed25519Signature(bytes: hexadecimal(r + s)), of: hexadecimal(text))
    }
}
