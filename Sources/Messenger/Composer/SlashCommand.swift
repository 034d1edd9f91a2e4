import Conversations
import Engine
import MatrixAPI

/// A command that was submitted with Enter.
struct CommandCall {
    let argument: String
    /// The whole line.
    let text: String
    let place: ComposerTarget
    /// Whether the user confirmed a change that can't be undone.
    let isConfirmed: Bool

    var chatID: String { place.chatID }

    /// The line that is returned to the composer if the command fails.
    var typed: TypedLine { TypedLine(text, chatID: chatID, threadID: place.threadID) }
}

/// The slash commands. Completion, parsing, performing and the manual use their table, which is ``row``.
package enum SlashCommand: String, CaseIterable, Hashable, Sendable {
    case ban, deop, help, invite, join, kick, leave, list, me, nick, op, poll, quit, send, share, space, topic, unban,
        unspace

    /// The command as it is typed, as in `/invite`.
    package var name: String { "/" + rawValue }

    /// The argument as it is typed, as in `@bo:example.org`; empty if there is none.
    package var argument: String { row.argument?.example ?? "" }

    package var title: String { row.title }

    /// The message for a missing argument.
    package var complaint: String? { row.argument?.complaint }
}

/// The argument of a command about a member: a person and a text, as in `@bo:example.org too loud` or `Bo too
/// loud`.
package struct MemberArgument {
    package enum ParseError: Error, Hashable {
        case nobody(String)
        /// Several people have this name.
        case several(String)
    }

    /// The meaning of the text after the name.
    enum Rest {
        /// The reason that all members can read.
        case reason
        /// The new rank: `admin`, and a moderator's otherwise.
        case rank
        case ignored
    }

    let userID: String
    /// The text after the name.
    let rest: String

    /// - Parameter members: the members of the chat, including those who left or are banned.
    static func parse(
        _ text: String, members: [ChatMember], ownUserID: String
    ) -> Result<MemberArgument, ParseError> {
        let text = text.trimmed
        let first = String(text.prefix { !$0.isWhitespace })
        let rest = String(text.dropFirst(first.count)).trimmed
        if first.first == "@", let userID = UserID(first)?.description {
            return .success(MemberArgument(userID: settled(userID, members), rest: rest))
        }
        let written = text.lowercased()
        let found = members.flatMap { member in
            names(of: member).filter { isBegun(written, with: $0) }.map { (userID: member.userID, length: $0.count) }
        }
        if let longest = found.map(\.length).max() {
            let people = Set(found.filter { $0.length == longest }.map(\.userID))
            guard let userID = people.first, people.count == 1 else { return .failure(.several(first)) }
            return .success(MemberArgument(userID: userID, rest: String(text.dropFirst(longest)).trimmed))
        }
        guard case .valid(let userID) = ChatPartner(text: first, ownUserID: ownUserID) else {
            return .failure(.nobody(first))
        }
        return .success(MemberArgument(userID: settled(userID.description, members), rest: rest))
    }

    /// Replaces an unknown Matrix ID by the lowercase ID of a member, since the IDs of new accounts are
    /// lowercase.
    private static func settled(_ userID: String, _ members: [ChatMember]) -> String {
        let isThere = members.contains { $0.userID == userID }
        let small = userID.lowercased()
        return !isThere && members.contains { $0.userID == small } ? small : userID
    }

    private static func names(of member: ChatMember) -> [String] {
        let names = [member.displayName, member.contactName, Naming.shortID(member.userID)]
        return names.compactMap { $0?.lowercased() }.flatMap { [$0, "@" + $0] }.filter { $0 != "@" && !$0.isEmpty }
    }

    private static func isBegun(_ text: String, with name: String) -> Bool {
        guard text.hasPrefix(name) else { return false }
        return text.dropFirst(name.count).first.map(\.isWhitespace) ?? true
    }
}
