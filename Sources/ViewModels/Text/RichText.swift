/// Formatted text as it is read: blocks one beneath the other. All of it is sanitized.
package struct RichText: Hashable, Sendable {
    /// What a part of a line means; ``Theme`` of the panes knows how it looks.
    package struct Traits: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let bold = Traits(rawValue: 1)
        package static let italic = Traits(rawValue: 2)
        package static let struck = Traits(rawValue: 4)
        package static let code = Traits(rawValue: 8)
        package static let mention = Traits(rawValue: 16)
        /// A word in place of what is hidden, or what was hidden and is shown now.
        package static let spoiler = Traits(rawValue: 32)
    }

    package struct Run: Hashable, Sendable {
        /// Lines are parted by `\n`.
        package let text: DisplayText
        package let traits: Traits
        /// The number of the link that the run is a part of.
        package let link: Int?

        package init(_ text: DisplayText, traits: Traits = [], link: Int? = nil) {
            self.text = text
            self.traits = traits
            self.link = link
        }
    }

    /// What stands before the lines of a block, outermost first.
    package enum Lead: Hashable, Sendable {
        case quote
        /// Before the first line of an item, as in `•` or `2.`; blanks before the others.
        case item(DisplayText)
        /// Beneath an item: as many columns as its mark has.
        case beneath(DisplayText)
    }

    package enum Kind: Hashable, Sendable { case text, code, rule }

    package struct Block: Hashable, Sendable {
        package let kind: Kind
        package let leads: [Lead]
        package let runs: [Run]
        /// An empty line parts it from the block before.
        package let isApart: Bool

        package init(kind: Kind = .text, leads: [Lead] = [], runs: [Run], isApart: Bool = false) {
            self.kind = kind
            self.leads = leads
            self.runs = runs
            self.isApart = isApart
        }
    }

    package let blocks: [Block]
    /// In the order of their numbers, which begin with 1.
    package let links: [RichLink]

    package init(blocks: [Block], links: [RichLink]) {
        self.blocks = blocks
        self.links = links
    }

    /// Text without any formatting.
    package init(_ text: DisplayText) {
        blocks = [Block(runs: [Run(text)])]
        links = []
    }

    package static let empty = RichText(.empty)

    /// Whether a part of it is hidden, or was.
    package var hasSpoiler: Bool {
        blocks.contains { $0.runs.contains { $0.traits.contains(.spoiler) } }
    }

    /// What is read, without marks and formatting, a line a line.
    package var string: String {
        blocks.map { $0.runs.map(\.text.string).joined() }.joined(separator: "\n")
    }
}

extension RichText: ExpressibleByStringLiteral {
    package init(stringLiteral value: StaticString) {
        self.init(DisplayText(stringLiteral: value))
    }
}
