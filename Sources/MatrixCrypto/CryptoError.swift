/// Why something cryptographic was refused. Whoever shows it has words for it; what came stays as it was, and nothing that was
/// kept is changed by it.
package enum CryptoError: Error, Hashable, Sendable {
    // MARK: Encodings

    /// No Base64 (RFC 4648).
    case malformedBase64
    /// A character that base58 has not, or more of them than the longest key has.
    case malformedBase58
    /// The bytes end where more have to follow.
    case truncated
    /// More bytes follow where all was said.
    case trailingBytes
    /// The first byte is none of a format that we know.
    case unknownVersion(UInt8)
    /// A number with more bits than it may have.
    case numberTooLarge
    case missingField(tag: UInt64)
    case repeatedField(tag: UInt64)
    /// A field that is neither a number nor bytes, so that nobody knows where it ends.
    case unknownFieldKind(tag: UInt64)
    /// A member of a JSON object that has to be there, or is of another kind than it has to be.
    case missingMember(String)
    /// What should be JSON is none, or can't be signed.
    case malformedJSON

    // MARK: Keys, signatures, ciphers

    case wrongKeyLength(Int)
    case wrongVectorLength(Int)
    case wrongSignatureLength(Int)
    /// With this key every secret and every signature is one that anybody knows.
    case lowOrderKey
    /// A second encoding of a key.
    case nonCanonicalKey
    /// A second encoding of a signature.
    case nonCanonicalSignature
    /// The signature is not this key's, or of something else.
    case wrongSignature
    /// Nobody of that name signed it with such a key.
    case unsigned
    /// The message authentication code says that it was changed, or was made with another key.
    case wrongCode
    /// Empty, or no whole number of blocks.
    case malformedCiphertext
    case malformedPadding
    /// The hash of the file is another than the one that was sent with its key.
    case wrongHash

    // MARK: Olm

    /// A type of message that is neither 0 nor 1.
    case unknownMessageType(Int64)
    /// The message is from another device than the one that sent it.
    case wrongIdentityKey
    /// The one-time key was used before, or was never ours.
    case unknownOneTimeKey
    /// It begins another session.
    case otherSession
    /// It continues a conversation that this session doesn't know.
    case unknownRatchetKey
    /// So many messages are said to be missing before this one.
    case tooManyMissing(UInt32)
    /// It was read before, or is so old that its key was given up.
    case messageKeyGone
    /// No message can be numbered any more.
    case exhausted

    // MARK: Megolm

    /// The session was shared from a later message on; `first` is the number of that one.
    case indexTooLow(first: UInt32)
    /// The message was shown before, as another event.
    case replayed(eventID: String)
    /// Both are of one name, and one of them is false.
    case sessionsDiffer

    // MARK: Who said what to whom

    /// What was told of a device is of another.
    case otherDevice
    /// It was encrypted by somebody else than who sent it.
    case otherSender
    /// It was encrypted for somebody else.
    case otherRecipient
    /// It was said in another room.
    case otherRoom

    // MARK: Who is who

    /// The key is another person's, or one for others is one's own.
    case otherPerson
    /// The key is for something else, or for more than one thing.
    case otherUsage
    /// Where one key has to be there are none or several.
    case otherKeyCount(Int)
    /// The key stands under another's name.
    case otherKeyName

    // MARK: Secrets

    /// Of those that the specification names, one that we don't know.
    case unsupportedAlgorithm(String)
    /// The key, or the passphrase, is not the one that it was made with.
    case wrongSecretKey
    /// The recovery key was mistyped: its parity is not zero.
    case wrongParity
    /// It begins with other bytes than a recovery key.
    case unknownKeyPrefix
    /// Fewer rounds than none, or so many that the machine would stand still.
    case unreasonableRounds(Int64)
    /// The first or last line of an exported file isn't there.
    case missingArmour
    case tooLarge

    // MARK: Verification

    /// The other side chose its key after it saw ours.
    case wrongCommitment
    /// The other side sent us our own key.
    case reflectedKey
    /// A device has the name of a key, so that one could be taken for the other.
    case ambiguousName
    /// It was asked for too long ago, or is said to be from the future.
    case untimely
    /// The keys of the device that asks are not known.
    case unknownDevice

    // MARK: State

    /// What was kept is of something else.
    case unknownStateKind(UInt8)
    case malformedState
}
