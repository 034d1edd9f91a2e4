import Conversations
import Engine
import MatrixAPI

/// Finds suggestions: contacts first, then people from the server's directory, then the typed Matrix ID. The
/// directory's answers come after the contacts, so that no row moves under the cursor.
package struct SuggestionFinder {
    let text: String
    let known: [KnownContact]
    /// The directory's answer for this text; `nil` until it arrives.
    let directory: DirectoryResponse?
    /// The Matrix IDs of the people who were added already.
    let members: Set<String>
    let ownUserID: String

    package func find() -> [Suggestion] {
        var seen = members.union([ownUserID])
        let wanted = SearchText([wantedText])
        let contacts = ranked(known, by: wanted, \.searchText).compactMap { known -> Suggestion? in
            let contact = known.contact
            guard seen.insert(contact.userID).inserted else { return nil }
            let person = ChatPerson(userID: contact.userID, displayName: contact.name.isEmpty ? nil : contact.name)
            return Suggestion(person: person, source: contact.isFromChatAlone ? .chat : .contact(contact.place))
        }
        guard !text.trimmed.isEmpty else { return contacts }
        let people = (directory?.people ?? []).map { (person: $0, searchText: searchText(of: $0)) }
        // The directory matches by its own rules, so that all of its results are kept.
        let sorted = people.enumerated().sorted { left, right in
            let ranks = (left.element.searchText.rank(of: wanted) ?? 4, right.element.searchText.rank(of: wanted) ?? 4)
            return (ranks.0, left.offset) < (ranks.1, right.offset)
        }
        let others = sorted.compactMap { item -> Suggestion? in
            let person = item.element.person
            guard seen.insert(person.userID).inserted else { return nil }
            return Suggestion(person: person, source: .directory)
        }
        return contacts + others + typed(unless: seen)
    }

    /// The index of the best match if none was chosen: the Matrix ID if the text is a complete one, otherwise the
    /// first.
    package static func best(of suggestions: [Suggestion], text: String) -> Int? {
        let typed = text.trimmed
        guard !typed.isEmpty, !suggestions.isEmpty else { return nil }
        let isWhole = typed.first == "@" && typed.contains(":")
        guard isWhole else { return 0 }
        // The IDs of new accounts are lowercase, but a few old ones aren't, so an exact match comes first.
        return suggestions.firstIndex { $0.person.userID == typed && $0.source != .typed }
            ?? suggestions.firstIndex { $0.person.userID == typed.lowercased() }
            ?? suggestions.lastIndex { $0.source == .typed }
    }

    private var wantedText: String {
        let typed = text.trimmed
        // A complete Matrix ID is searched as it is, a name without its leading `@`.
        return typed.contains(":") ? typed : String(typed.drop { $0 == "@" })
    }

    private func typed(unless seen: Set<String>) -> [Suggestion] {
        guard case .valid(let userID) = ChatPartner(text: text, ownUserID: ownUserID) else { return [] }
        guard !seen.contains(userID.description) else { return [] }
        return [Suggestion(person: ChatPerson(userID: userID.description, displayName: nil), source: .typed)]
    }

    private func searchText(of person: ChatPerson) -> SearchText {
        SearchText([person.displayName ?? "", Naming.shortID(person.userID), person.userID])
    }

    private func ranked<Element>(
        _ elements: [Element], by wanted: SearchText, _ searchText: KeyPath<Element, SearchText>
    ) -> [Element] {
        let ranked = elements.compactMap { element in
            element[keyPath: searchText].rank(of: wanted).map { (rank: $0, element) }
        }
        return (0...3).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.1) }
    }
}

extension SuggestionFinder {
    /// Finds suggestions for the text in the form for a new chat.
    @MainActor
    package init(for form: CreateChatModel, contacts: ContactModel, ownUserID: String) {
        self.init(
            text: form.text, known: contacts.known, directory: form.directory,
            members: form.present.union(form.members.map(\.userID)), ownUserID: ownUserID)
    }
}
