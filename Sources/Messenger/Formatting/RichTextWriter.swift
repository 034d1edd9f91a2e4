import Engine
import ViewModels

/// Builds a formatted text part by part.
struct RichTextWriter {
    private struct Part {
        var text: String
        let traits: RichText.Traits
        let link: Int?
    }

    private struct Link {
        let address: WebAddress
        var text = ""
        var number: Int?
    }

    private var blocks: [RichText.Block] = []
    private var parts: [Part] = []
    private var isCode = false
    /// Whether the text ends with white space, or is empty.
    private var endsBlank = true
    private var previousWasParagraph = false
    private var links: [Link] = []
    /// The links in the order of their numbers.
    private var numbered: [Int] = []

    /// Whether the current block has text.
    var hasText: Bool { !parts.isEmpty }

    /// Adds text and collapses its white space to single blanks.
    mutating func add(_ text: String, _ context: HTMLElement.Context) {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isBlank = scalar == " " || (scalar.value >= 9 && scalar.value <= 13)
            if !isBlank { result.append(scalar) } else if !endsBlank { result.append(" ") }
            endsBlank = isBlank
        }
        append(String(result), context)
    }

    mutating func addPreformatted(_ text: String, _ context: HTMLElement.Context) {
        if parts.isEmpty { isCode = true }
        endsBlank = false
        append(text, context)
    }

    mutating func addBreak(_ context: HTMLElement.Context) {
        endsBlank = true
        append("\n", context)
    }

    mutating func addSpoiler(reason: String, _ context: HTMLElement.Context) {
        var context = context
        context.traits.insert(.spoiler)
        add(
            reason.isEmpty ? .words("formatting.spoiler-alone") : .words("formatting.spoiler", ["reason": reason]),
            context)
    }

    mutating func addRule(leads: [RichText.Lead]) {
        blocks.append(RichText.Block(kind: .rule, leads: leads, runs: []))
        previousWasParagraph = false
    }

    /// - Returns: the index to use for ``HTMLElement/Context/link``.
    mutating func addLink(_ address: WebAddress) -> Int {
        links.append(Link(address: address))
        return links.count - 1
    }

    /// - Returns: whether the block had any content.
    mutating func endBlock(leads: [RichText.Lead], isParagraph: Bool) -> Bool {
        defer {
            parts = []
            isCode = false
            endsBlank = true
        }
        trim()
        guard !parts.isEmpty else { return false }
        let isApart = isParagraph && previousWasParagraph && blocks.last?.leads == leads
        blocks.append(
            RichText.Block(
                kind: isCode ? .code : .text, leads: leads, runs: parts.flatMap { runs(of: $0) }, isApart: isApart))
        previousWasParagraph = isParagraph
        return true
    }

    /// - Returns: `nil` if no block has text.
    func finished() -> RichText? {
        guard blocks.contains(where: { $0.kind != .rule }) else { return nil }
        return RichText(blocks: blocks, links: linkList)
    }
}

extension RichTextWriter {
    /// Makes a text without formatting from a plain body, with its links detected.
    static func plain(_ text: String) -> RichText {
        var writer = RichTextWriter()
        let runs = writer.runs(of: Part(text: text, traits: [], link: nil))
        return RichText(blocks: [RichText.Block(runs: runs)], links: writer.linkList)
    }

    private var linkList: [RichLink] {
        numbered.enumerated().map { place, id in
            let link = links[id]
            let address = link.address.text
            let isSame = [link.text, link.text + "/"].contains(address)
            let host = link.address.host
            let isUnlike = !isSame && LinkLabel(link.text).namesAnother(than: host)
            return RichLink(
                number: place + 1, address: DisplayText(sanitizing: address), isNumbered: !isSame,
                unlikeHost: isUnlike ? DisplayText(sanitizing: host) : .empty)
        }
    }

    private mutating func append(_ text: String, _ context: HTMLElement.Context) {
        guard !text.isEmpty else { return }
        if let last = parts.last, last.traits == context.traits, last.link == context.link {
            parts[parts.count - 1].text += text
        } else {
            let begins = context.traits.contains(.mention) && parts.last?.traits.contains(.mention) != true
            let sign = begins && !text.hasPrefix("@") && !text.hasPrefix(" ") ? "@" : ""
            parts.append(Part(text: sign + text, traits: context.traits, link: context.link))
        }
    }

    /// Removes line breaks at both ends of a block, since they separate nothing.
    private mutating func trim() {
        let first = parts.firstIndex { !$0.text.allSatisfy(\.isNewline) } ?? parts.endIndex
        parts.removeSubrange(..<first)
        guard !parts.isEmpty else { return }
        parts[0].text.trimPrefix { $0.isNewline }
        let isCode = isCode
        func isTrimmed(_ character: Character) -> Bool { character.isNewline || (!isCode && character == " ") }
        let end = parts.lastIndex { !$0.text.allSatisfy(isTrimmed) }.map { $0 + 1 } ?? 0
        parts.removeSubrange(end...)
        guard let last = parts.indices.last else { return }
        while let character = parts[last].text.last, isTrimmed(character) { parts[last].text.removeLast() }
    }

    private mutating func runs(of part: Part) -> [RichText.Run] {
        if let id = part.link {
            links[id].text += part.text
            return [run(part.text, part.traits, link: number(of: id))]
        }
        guard !isCode, !part.traits.contains(.code), !part.traits.contains(.mention) else {
            return [run(part.text, part.traits, link: nil)]
        }
        return LinkFinder.parts(of: part.text).map { found in
            guard let address = found.address else { return run(found.text, part.traits, link: nil) }
            let id = addLink(address)
            links[id].text = found.text
            return run(found.text, part.traits, link: number(of: id))
        }
    }

    private func run(_ text: String, _ traits: RichText.Traits, link: Int?) -> RichText.Run {
        RichText.Run(DisplayText(sanitizingLines: text), traits: traits, link: link)
    }

    private mutating func number(of id: Int) -> Int {
        if let number = links[id].number { return number }
        numbered.append(id)
        links[id].number = numbered.count
        return numbered.count
    }
}

/// The text of a link, checked for a host name that differs from the link's target.
struct LinkLabel {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Whether the text names another host than the given one.
    ///
    /// - Parameter host: the host in ASCII.
    func namesAnother(than host: String) -> Bool {
        let real = Self.plain(host)
        return hosts.contains { Self.plain($0) != real }
    }

    /// The host names in the text, in ASCII: words with a dot and a last part of letters only. Text before `@` counts
    /// too, since it may be written to look like a host.
    private var hosts: [String] {
        let words = text.split { $0.isWhitespace || Self.breaks.contains($0) }
        return words.compactMap { word in
            let dotted = String(word.map { Self.dots.contains($0) ? "." : $0 })
            let parts = dotted.split(separator: ".")
            guard parts.count > 1, let last = parts.last, last.count > 1, last.allSatisfy(\.isLetter) else {
                return nil
            }
            return WebAddress("https://" + parts.joined(separator: "."))?.host ?? dotted.lowercased()
        }
    }

    private static func plain(_ host: String) -> String {
        host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    private static let breaks = Set("/\\?#@:,;!()[]{}<>\"'`“”‘’«»=&|")
    /// Characters that browsers treat as a dot.
    private static let dots = Set("．。｡․")
}
