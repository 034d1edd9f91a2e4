/// A cryptographic error. The UI has a text for each case. The input is unchanged, and so is all stored state.
package enum CryptoError: Error, Hashable, Sendable {
    // MARK: Encodings

    /// Not valid Base64 (RFC 4648).
    case malformedBase64
    /// A character that base58 doesn't have, or more characters than the longest key has.
    case malformedBase58
    /// The input ends too early.
    case truncated
    /// Extra bytes follow the end of the data.
    case trailingBytes
    /// The first byte is not a known format version.
    case unknownVersion(UInt8)
    /// A number with too many bits.
    case numberTooLarge
    case missingField(tag: UInt64)
    case repeatedField(tag: UInt64)
    /// A field that is neither a number nor bytes, so that its end is unknown.
    case unknownFieldKind(tag: UInt64)
    /// A required member of a JSON object is missing or has the wrong type.
    case missingMember(String)
    /// The data is not valid JSON, or can't be signed.
    case malformedJSON

    // MARK: Keys, signatures, ciphers

    case wrongKeyLength(Int)
    case wrongVectorLength(Int)
    case wrongSignatureLength(Int)
    /// A key of low order: every shared secret with it is known, and its signatures fit any text.
    case lowOrderKey
    /// A non-canonical encoding of a key.
    case nonCanonicalKey
    /// A non-canonical encoding of a signature.
    case nonCanonicalSignature
    /// The signature was made with another key or for other data.
    case wrongSignature
    /// There is no signature by that user and key.
    case unsigned
    /// The message authentication code is wrong: the data was changed or made with another key.
    case wrongCode
    /// The ciphertext is empty, or not a whole number of blocks.
    case malformedCiphertext
    case malformedPadding
    /// The hash of the file differs from the one that was sent with its key.
    case wrongHash

    // MARK: Olm

    /// A message type that is neither 0 nor 1.
    case unknownMessageType(Int64)
    /// The message is from another device than its sender key says.
    case wrongIdentityKey
    /// The one-time key was used before, or never belonged to this device.
    case unknownOneTimeKey
    /// The message begins another session.
    case otherSession
    /// The message uses a ratchet key that this session doesn't know.
    case unknownRatchetKey
    /// The number of messages that would be missing before this one.
    case tooManyMissing(UInt32)
    /// The message was read before, or is so old that its key was discarded.
    case messageKeyGone
    /// The message counter is at its maximum.
    case exhausted

    // MARK: Megolm

    /// The session was shared from a later message on; `first` is the index of that message.
    case indexTooLow(first: UInt32)
    /// The message is a replay: it was shown before as another event.
    case replayed(eventID: String)
    /// Two sessions have the same identifier but different keys, so one of them is forged.
    case sessionsDiffer

    // MARK: Senders and recipients

    /// The data describes another device than the requested one.
    case otherDevice
    /// The message was encrypted by someone other than its sender.
    case otherSender
    /// The message was encrypted for another recipient.
    case otherRecipient
    /// The message was sent in another room.
    case otherRoom

    // MARK: Identities

    /// The key belongs to another person, or it signs the keys of others but belongs to this account.
    case otherPerson
    /// The key has another usage, or more than one.
    case otherUsage
    /// The object has no key or several, but has to have exactly one.
    case otherKeyCount(Int)
    /// The key is listed under the name of another key.
    case otherKeyName

    // MARK: Secrets

    /// An algorithm from the specification that is not supported here.
    case unsupportedAlgorithm(String)
    /// The key or the passphrase is not the one with which the data was encrypted.
    case wrongSecretKey
    /// The recovery key has a typing error: its parity is not zero.
    case wrongParity
    /// The text doesn't begin with the prefix of a recovery key.
    case unknownKeyPrefix
    /// The number of rounds of the key derivation (PBKDF2) is below one, or so large that the client would hang.
    case unreasonableRounds(Int64)
    /// The first or last line of an exported file is missing.
    case missingArmour
    case tooLarge

    // MARK: Verification

    /// The other side chose its key after it saw ours.
    case wrongCommitment
    /// The other side sent us our own key.
    case reflectedKey
    /// A device identifier equals the name of a key, so that they could be confused.
    case ambiguousName
    /// The request is too old, or its time is in the future.
    case untimely
    /// The keys of the requesting device are not known.
    case unknownDevice

    // MARK: State

    /// The stored state is of another kind.
    case unknownStateKind(UInt8)
    case malformedState
}
