/// The order in which passwords are checked. Known clients and others alternate; within each, addresses alternate,
/// and within an address, accounts. A client that sends many attempts delays only itself.
struct PasswordTurns<Work> {
    /// A queue that is first come, first served within a key, and serves the keys in turn.
    private struct Line<Key: Hashable, Element> {
        private var elements: [Key: Element] = [:]
        private var order: [Key] = []

        var isEmpty: Bool { order.isEmpty }

        /// - Parameter change: Makes the key's element from its present element.
        mutating func put(_ key: Key, _ change: (inout Element?) -> Void) {
            if elements[key] == nil { order.append(key) }
            change(&elements[key])
        }

        /// - Parameter take: Takes from the key's element, and sets it to `nil` if nothing is left.
        mutating func next<Taken>(_ take: (inout Element?) -> Taken?) -> Taken? {
            guard !order.isEmpty else { return nil }
            let key = order.removeFirst()
            let taken = take(&elements[key])
            if elements[key] != nil { order.append(key) }
            return taken
        }
    }

    private typealias Accounts = Line<String, [Work]>

    private var known = Line<Peer, Accounts>()
    private var others = Line<Peer, Accounts>()
    private var wasKnown = false

    mutating func append(_ work: Work, _ attempt: LoginTry) {
        if attempt.isKnown {
            PasswordTurns.append(work, attempt, to: &known)
        } else {
            PasswordTurns.append(work, attempt, to: &others)
        }
    }

    mutating func next() -> Work? {
        wasKnown = known.isEmpty ? false : others.isEmpty || !wasKnown
        return wasKnown ? PasswordTurns.next(of: &known) : PasswordTurns.next(of: &others)
    }

    private static func append(_ work: Work, _ attempt: LoginTry, to line: inout Line<Peer, Accounts>) {
        line.put(attempt.peer) { accounts in
            var changed = accounts ?? Accounts()
            changed.put(attempt.account) { $0 = ($0 ?? []) + [work] }
            accounts = changed
        }
    }

    private static func next(of line: inout Line<Peer, Accounts>) -> Work? {
        line.next { accounts in
            let work = accounts?.next { works -> Work? in
                let first = works?.removeFirst()
                if works?.isEmpty == true { works = nil }
                return first
            }
            if accounts?.isEmpty == true { accounts = nil }
            return work
        }
    }
}
