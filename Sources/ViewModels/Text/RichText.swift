/// Formatted text for display, as a list of blocks. All of it is sanitized.
package struct RichText: Hashable, Sendable {
    /// The meaning of a part of a line. The ``Theme`` of the panes has the styles.
    package struct Traits: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let bold = Traits(rawValue: 1)
        package static let italic = Traits(rawValue: 2)
        package static let struck = Traits(rawValue: 4)
        package static let code = Traits(rawValue: 8)
        package static let mention = Traits(rawValue: 16)
        /// The placeholder of a hidden spoiler, or the text of a revealed one.
        package static let spoiler = Traits(rawValue: 32)
    }

    package struct Run: Hashable, Sendable {
        /// Lines are separated by `\n`.
        package let text: DisplayText
        package let traits: Traits
        /// The number of the link that contains the run.
        package let link: Int?

        package init(_ text: DisplayText, traits: Traits = [], link: Int? = nil) {
            self.text = text
            self.traits = traits
            self.link = link
        }
    }

    /// The prefix of a block's lines, outermost first.
    package enum Lead: Hashable, Sendable {
        case quote
        /// The bullet or number of a list item before its first line, as in `•` or `2.`; blanks before the others.
        case item(DisplayText)
        /// The indentation below a list item: blanks as wide as its bullet.
        case beneath(DisplayText)
    }

    package enum Kind: Hashable, Sendable { case text, code, rule }

    package struct Block: Hashable, Sendable {
        package let kind: Kind
        package let leads: [Lead]
        package let runs: [Run]
        /// Whether an empty line separates it from the block before.
        package let isApart: Bool

        package init(kind: Kind = .text, leads: [Lead] = [], runs: [Run], isApart: Bool = false) {
            self.kind = kind
            self.leads = leads
            self.runs = runs
            self.isApart = isApart
        }
    }

    package let blocks: [Block]
    /// The links in the order of their numbers, from 1.
    package let links: [RichLink]

    package init(blocks: [Block], links: [RichLink]) {
        self.blocks = blocks
        self.links = links
    }

    /// Creates text without formatting.
    package init(_ text: DisplayText) {
        blocks = [Block(runs: [Run(text)])]
        links = []
    }

    package static let empty = RichText(.empty)

    /// Whether it contains a spoiler, hidden or revealed.
    package var hasSpoiler: Bool {
        blocks.contains { $0.runs.contains { $0.traits.contains(.spoiler) } }
    }

    /// The plain text without symbols and formatting, with line breaks between blocks.
    package var string: String {
        blocks.map { $0.runs.map(\.text.string).joined() }.joined(separator: "\n")
    }
}

extension RichText: ExpressibleByStringLiteral {
    package init(stringLiteral value: StaticString) {
        self.init(DisplayText(stringLiteral: value))
    }
}
