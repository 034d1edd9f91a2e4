import Foundation

/// The targets of Package.swift, parsed as text.
struct PackageManifest {
    struct Target: Equatable {
        let name: String
        /// The package's own targets.
        let targets: [String]
        /// Products of other packages.
        let products: [String]
    }

    let targets: [Target]

    init(text: String) {
        let start = text.range(of: "    targets: [\n")?.upperBound ?? text.endIndex
        let blocks = text[start...].split(separator: #/\n?        \.(?:target|executableTarget|testTarget)\(/#)
        targets = blocks.compactMap { block in
            guard let name = block.firstMatch(of: #/name: "(\w+)"/#)?.1 else { return nil }
            let list = block.firstMatch(of: #/dependencies: \[((?:[^\[\]]|\n)*)\]/#)?.1 ?? ""
            let products = list.matches(of: #/\.product\(name: "(\w+)"/#).map { String($0.1) }
            let own = list.replacing(#/\.product\([^)]*\)/#, with: "").matches(of: #/"(\w+)"/#).map { String($0.1) }
            return Target(name: String(name), targets: own, products: products)
        }
    }
}
