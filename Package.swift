// swift-tools-version: 6.2

import PackageDescription

// Warnings stop `.ci/run` and nobody else: a newer toolchain's new warnings must not keep anyone from building.
let warnings: [SwiftSetting] =
    Context.environment["CONFAB_WARNINGS_ARE_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
    warnings + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]

// `.ci/libfuzzer` builds with it, so that what reads the inputs counts which of its code they reach. Nothing else is
// compiled differently: tests and dependencies stay as they were built.
let readerSettings: [SwiftSetting] =
    Context.environment["CONFAB_LIBFUZZER_BUILD"] == nil ? settings : settings + [.unsafeFlags(["-sanitize=fuzzer"])]

// Drawing takes most of the time of the tests of panes. Assertions are checked as in any other build for tests.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

// The program with all its libraries in it has 150,000 addresses to be adjusted at each start: they take 0.2 MB instead of 4. All
// names are bound at the start as well, so that their table is read-only afterwards (full RELRO).
let startSettings: [LinkerSetting] = [
    .unsafeFlags(
        ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "-z", "-Xlinker", "now"],
        .when(configuration: .release))
]

let package = Package(
    name: "confab",
    products: [
        .executable(name: "confab", targets: ["Confab"]),
        .executable(name: "confab-bench", targets: ["ConfabBench"]),
        // Tests load them into the program.
        .library(name: "TestDisk", type: .dynamic, targets: ["TestDisk"]),
        .library(name: "TestHeap", type: .dynamic, targets: ["TestHeap"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "CNcurses",
            linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]
        ),
        .target(name: "CLibraries", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CBus", dependencies: ["CLibraries"]),
        .target(name: "CKeyring", dependencies: ["CLibraries"]),
        .target(name: "CSpelling", dependencies: ["CLibraries"]),
        // In the program: the shared library has its version in its name, another one in each release of Debian.
        .target(name: "CCmark", linkerSettings: [.linkedLibrary(":libcmark.a")]),
        .target(name: "CFribidi", linkerSettings: [.linkedLibrary("fribidi")]),
        .target(name: "CPictures", dependencies: ["CLibraries"]),
        // `confab --version` names the commit.
        .plugin(name: "CommitPlugin", capability: .buildTool(), path: "Sources/CommitPlugin"),
        .target(name: "BuildCommit", swiftSettings: settings, plugins: ["CommitPlugin"]),
        .target(name: "Terminal", dependencies: ["CNcurses", "CFribidi"], swiftSettings: readerSettings + optimized),
        .target(name: "CWords"),
        .target(name: "ViewModels", dependencies: ["CFribidi", "CWords"], swiftSettings: readerSettings + optimized),
        .target(name: "Panes", dependencies: ["Terminal", "ViewModels"], swiftSettings: settings + optimized),
        .target(name: "Linear", dependencies: ["ViewModels"], swiftSettings: settings),
        .target(name: "Pictures", dependencies: ["CPictures"], swiftSettings: readerSettings),
        .target(name: "DurableFiles", swiftSettings: settings),
        .target(
            name: "Checkpoints",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
        .target(name: "SearchWords", swiftSettings: readerSettings),
        .target(name: "Conversations", dependencies: ["SearchWords"], swiftSettings: readerSettings),
        .target(
            name: "Storage",
            dependencies: [
                "Checkpoints", "DurableFiles", "SearchWords", "Conversations",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: readerSettings
        ),
        .target(name: "MatrixAPI", swiftSettings: readerSettings),
        .target(
            name: "MatrixCrypto",
            dependencies: [
                "MatrixAPI",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: readerSettings
        ),
        .target(
            name: "MatrixClient",
            dependencies: [
                "MatrixAPI",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: readerSettings
        ),
        .target(
            name: "Engine",
            dependencies: [
                "CSpelling", "Pictures", "DurableFiles", "SearchWords", "Conversations", "Storage", "MatrixClient",
                "MatrixCrypto", "MatrixAPI",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: readerSettings
        ),
        .target(
            name: "Messenger",
            dependencies: [
                "CCmark", "ViewModels", "Pictures", "SearchWords", "Conversations", "Storage", "MatrixClient",
                "MatrixCrypto", "MatrixAPI", "Engine",
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.embedInCode("../../Resources/emoji.txt")],
            swiftSettings: readerSettings
        ),
        .target(
            name: "Presentation",
            dependencies: [
                "ViewModels", "Pictures", "SearchWords", "Conversations", "Storage", "MatrixClient", "MatrixCrypto",
                "MatrixAPI", "Engine", "Messenger",
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.embedInCode("../../Resources/export.css")],
            swiftSettings: readerSettings
        ),
        .target(
            name: "MatrixServer",
            dependencies: [
                "Pictures", "Checkpoints", "DurableFiles", "SearchWords", "MatrixAPI",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: readerSettings
        ),
        .executableTarget(
            name: "Confab",
            dependencies: [
                "CBus", "CKeyring", "CWords", "BuildCommit", "Terminal", "ViewModels", "Panes", "Linear", "Pictures",
                "DurableFiles", "Conversations", "Storage", "MatrixAPI", "MatrixClient", "MatrixCrypto", "Engine",
                "Messenger", "Presentation", "MatrixServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.embedInCode("../../Resources/confab.toml")],
            swiftSettings: readerSettings,
            linkerSettings: startSettings
        ),
        .executableTarget(
            name: "ConfabBench",
            dependencies: [
                "SearchWords", "Conversations", "Storage", "MatrixAPI", "MatrixClient", "MatrixCrypto", "Engine",
                "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "TestSupport",
            dependencies: [
                "MatrixAPI", "MatrixClient", "MatrixServer",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        // All tests are one program: what one target of them links bounds how many run at once in every other.
        .target(name: "TestBound", path: "Tests/TestBound"),
        .target(name: "TestDisk", path: "Tests/TestDisk", cSettings: [.define("_GNU_SOURCE")]),
        .target(name: "TestHeap", path: "Tests/TestHeap"),
        .target(name: "TestSeeds", path: "Tests/TestSeeds", swiftSettings: settings),
        .target(
            name: "TestTraits", dependencies: ["TestSupport"], path: "Tests/TestTraits", swiftSettings: settings),
        .testTarget(name: "TerminalTests", dependencies: ["TestSeeds", "Terminal"], swiftSettings: settings),
        .testTarget(name: "ViewModelsTests", dependencies: ["TestSeeds", "ViewModels"], swiftSettings: settings),
        .testTarget(
            name: "PanesTests", dependencies: ["TestSeeds", "Panes", "Terminal", "ViewModels"], swiftSettings: settings),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "TestSeeds", "TestSupport", "Checkpoints", "DurableFiles", "Storage", "SearchWords", "Conversations",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
        .testTarget(name: "MatrixAPITests", dependencies: ["TestSeeds", "MatrixAPI"], swiftSettings: settings),
        .testTarget(
            name: "MatrixCryptoTests", dependencies: ["TestSeeds", "MatrixCrypto", "MatrixAPI"], swiftSettings: settings
        ),
        .testTarget(
            name: "MatrixClientTests",
            dependencies: [
                "TestSeeds", "MatrixClient", "MatrixAPI",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PicturesTests", dependencies: ["TestSeeds", "TestSupport", "TestTraits", "Pictures"],
            swiftSettings: settings),
        .testTarget(
            name: "MessengerTests",
            dependencies: [
                "TestSeeds", "Engine", "Messenger", "Presentation", "ViewModels", "Pictures", "SearchWords",
                "Conversations", "Storage",
                "MatrixClient", "MatrixAPI", "MatrixCrypto",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "MatrixServerTests",
            dependencies: [
                "TestSeeds", "TestSupport", "Checkpoints", "MatrixServer", "MatrixAPI", "Pictures",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ConfabTests",
            dependencies: [
                "TestBound", "TestSeeds", "BuildCommit", "Confab", "ConfabBench", "Terminal", "ViewModels", "Panes",
                "Linear", "Pictures", "Conversations", "Storage", "MatrixAPI", "MatrixClient", "MatrixCrypto",
                "Engine", "Messenger", "Presentation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ProtocolTests",
            dependencies: [
                "TestSupport", "TestTraits", "Pictures", "Conversations", "Storage", "MatrixAPI", "MatrixCrypto",
                "MatrixClient", "Engine", "Messenger", "Presentation", "MatrixServer", "ViewModels",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ScreenTests",
            dependencies: [
                "TestSeeds", "TestSupport", "TestTraits", "Terminal", "Panes", "Confab", "MatrixAPI", "MatrixClient",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Conversation", "Pictures", "HalfHour/Stories"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "TestSeeds", "TestSupport", "TestTraits", "Confab", "Conversations", "Storage", "MatrixAPI",
                "MatrixClient", "MatrixCrypto", "Engine",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "OutsideTests",
            dependencies: [
                "TestSeeds", "TestSupport", "TestTraits", "Confab", "MatrixAPI", "MatrixCrypto", "MatrixClient",
                "Engine",
            ],
            exclude: ["Python"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// `.ci/target Panes` builds and tests one target with what it needs.
if let name = Context.environment["CONFAB_TARGET"] { package.keep(only: name) }

extension Package {
    /// Removes the targets that neither the target nor its tests need, and the packages that nothing needs then.
    func keep(only name: String) {
        var names = Set([name, name + "Tests"])
        var packages: Set<String> = []
        var waiting = Array(names)
        while let next = waiting.popLast() {
            guard let target = targets.first(where: { $0.name == next }) else { continue }
            for dependency in target.dependencies {
                switch dependency {
                case .byNameItem(let name, _), .targetItem(let name, _):
                    if names.insert(name).inserted { waiting.append(name) }
                case .productItem(_, let package, _, _):
                    if let package { packages.insert(package.lowercased()) }
                @unknown default: continue
                }
            }
            for case .plugin(let name, _) in target.plugins ?? [] { names.insert(name) }
        }
        targets.removeAll { !names.contains($0.name) }
        products.removeAll { product in
            let needed = (product as? Product.Executable)?.targets ?? (product as? Product.Library)?.targets ?? []
            return !names.isSuperset(of: needed)
        }
        dependencies.removeAll { dependency in
            guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
            return !packages.contains(location.split(separator: "/").last?.lowercased() ?? "")
        }
    }
}
