import MatrixAPI
import MatrixCrypto
import TestSeeds
import Testing

/// A random conversation with vodozemac, step by step. Vodozemac's part of a step is sent to it in one batch with
/// the steps of many other conversations.
struct VodozemacConversation {
    /// A message that is under way, or was delivered already.
    private struct Letter {
        let type: Int64
        let body: String
        let text: String
        let isToUs: Bool
        var wasRead = false

        var envelope: OlmEnvelope {
            get throws { try OlmEnvelope(type: type, body: body) }
        }
    }

    private enum Waiting {
        case nothing
        case saying(String)
        case hearing(Letter)
    }

    struct Counts {
        var read = 0
        var doubled = 0
        var lost = 0
        var overtaken = 0
    }

    let name: String
    private(set) var session: OlmSession?
    private(set) var counts = Counts()
    private var random: SeededGenerator
    private var letters: [Letter] = []
    private var count = 0
    private var waiting = Waiting.nothing

    /// - Parameter session: The session on this side, if this side begins.
    init(name: String, session: OlmSession?, seed: UInt64) {
        self.name = name
        self.session = session
        random = SeededGenerator(seed: seed)
    }

    /// Does this side's part of a step.
    ///
    /// - Returns: The command for vodozemac in this step, if any.
    mutating func step(_ account: inout OlmAccount, peer: VodozemacPeer) throws -> JSONValue? {
        guard letters.isEmpty || random.chance(in: 2) else { return try deliver(&account, peer: peer) }
        count += 1
        let text = "\(name) says \(count) ✓"
        guard random.chance(in: 2) else {
            waiting = .saying(text)
            return ["do": "say", "session": .string(name), "text": .string(text)]
        }
        guard let envelope = try session?.encrypt(Array(text.utf8)) else { return nil }
        letters.append(Letter(type: envelope.type, body: envelope.body, text: text, isToUs: false))
        return nil
    }

    private mutating func deliver(_ account: inout OlmAccount, peer: VodozemacPeer) throws -> JSONValue? {
        let place = Int.random(in: letters.indices, using: &random)
        let letter = letters[place]
        if random.chance(in: 6) || random.chance(in: 3) && letter.wasRead {
            counts.lost += letter.wasRead ? 0 : 1
            letters.remove(at: place)
            return nil
        }
        if letter.wasRead {
            counts.doubled += 1
        } else {
            counts.overtaken += letters[..<place].contains { $0.isToUs == letter.isToUs && !$0.wasRead } ? 1 : 0
            counts.read += 1
        }
        letters[place].wasRead = true
        guard letter.isToUs else {
            waiting = .hearing(letter)
            return [
                "do": "hear", "session": .string(name), "identity": .string(account.identityKey.publicKey.base64),
                "type": .integer(letter.type), "body": .string(letter.body),
            ]
        }
        letter.wasRead ? try refuse(letter) : try hear(letter, &account, peer: peer)
        return nil
    }

    /// Applies vodozemac's response to the step.
    mutating func take(_ answer: JSONValue) {
        switch waiting {
        case .nothing: break
        case .saying(let text):
            guard let type = answer["type"]?.integer, let body = answer["body"]?.string else { break }
            letters.append(Letter(type: type, body: body, text: text, isToUs: true))
        case .hearing(let letter):
            if letter.wasRead {
                #expect(answer["error"] != nil, "\(name)")
            } else {
                #expect(answer["text"]?.string == letter.text, "\(name): \(answer.serializedText)")
                #expect(answer["id"]?.string == session?.sessionID, "\(name)")
            }
        }
        waiting = .nothing
    }

    private mutating func hear(_ letter: Letter, _ account: inout OlmAccount, peer: VodozemacPeer) throws {
        if session == nil, case .prekey(let prekey) = try letter.envelope {
            let sender = try Curve25519PublicKey(base64: peer.identityKey)
            let taken = try account.startInboundSession(prekey, from: sender)
            session = taken.session
            #expect(taken.plaintext == Array(letter.text.utf8), "\(name)")
        } else {
            #expect(try session?.decrypt(letter.envelope) == Array(letter.text.utf8), "\(name)")
        }
        // Serializes the session, as between two runs of the program.
        if random.chance(in: 8) { session = try session.map { try OlmSession(state: $0.state) } }
    }

    private mutating func refuse(_ letter: Letter) throws {
        #expect(throws: CryptoError.messageKeyGone, "\(name)") { try session?.decrypt(letter.envelope) }
    }
}
