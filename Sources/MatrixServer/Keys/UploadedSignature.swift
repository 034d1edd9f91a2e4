import MatrixAPI

/// A signature of a device's keys or of a master key that was uploaded before (client-server API, `POST
/// keys/signatures/upload`).
struct UploadedSignature: Sendable {
    /// The maximum number of signatures in a request.
    private static let most = 1_000
    private static let longest = 512

    /// The owner of the signed key.
    let owner: String
    /// A device's identifier, or the public half of a master key.
    let target: String
    /// The signed object without signatures. It has to equal the stored one.
    let signed: JSONValue
    /// The name of the signing key, as in `ed25519:ABC`.
    let keyName: String
    let signature: String

    /// Returns the signatures by `signer`. Signatures by others are ignored.
    static func all(in body: JSONValue, by signer: String) throws(EndpointError) -> [UploadedSignature] {
        var found: [UploadedSignature] = []
        for (owner, targets) in (body.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let targets = targets.object else {
                throw EndpointError.badJSON("The body has to name people and keys")
            }
            for (target, json) in targets.sorted(by: { $0.key < $1.key }) {
                let own = json["signatures"]?[signer]?.object ?? [:]
                for (keyName, signature) in own.sorted(by: { $0.key < $1.key }) {
                    guard let signature = signature.string, keyName.isSoundIdentifier,
                        max(signature.utf8.count, keyName.utf8.count) <= longest
                    else { throw EndpointError.badJSON("A signature must be a string") }
                    found.append(
                        UploadedSignature(
                            owner: owner, target: target, signed: json.unsigned, keyName: keyName,
                            signature: signature))
                }
            }
        }
        guard found.count <= most else { throw EndpointError.tooLarge("The signatures are too many") }
        return found
    }
}

extension JSONValue {
    /// The object without the members that are not signed.
    var unsigned: JSONValue {
        var json = self
        json["signatures"] = nil
        json["unsigned"] = nil
        return json
    }
}
