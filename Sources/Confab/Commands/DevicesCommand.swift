import ArgumentParser
import Foundation
import MatrixAPI
import MatrixClient
import Messenger
import ViewModels

/// `confab devices`: lists the devices that the account is logged in on.
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List where the account is logged in.",
        discussion: "The homeserver is asked. This device comes first and has a mark, then the one that was seen last.")

    /// The parent command. Its options may come before or after the subcommand.
    @ParentCommand var program: ConfabCommand

    @Option(
        help: ArgumentHelp("The profile, instead of the one used last.", valueName: "name"),
        completion: ProfileCompletion.kind)
    var profile: String?

    @Flag(help: "Print an object for each device, one a line.")
    var json = false

    func run() async throws {
        try await list()
    }

    @MainActor
    private func list() async throws {
        let held = try HeldProfile(profile ?? program.profile)
        let (devices, verified) = try await devices(held)
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let rows = DeviceRow.rows(of: devices, ownID: held.profile.deviceID, verified: verified, now: now)
        for line in json ? rows.map(Self.json) : DeviceRow.table(rows) { print(line) }
    }

    /// Returns the devices, and those that are verified. Only a process with the keys of this device
    /// can tell the latter.
    @MainActor
    private func devices(_ held: HeldProfile) async throws -> ([AccountDevice], verified: Set<String>?) {
        do {
            return try await held.withConfirmation { confirmation, client in
                (try await client.devices(), verified: try? await confirmation.verifiedDevices())
            }
        } catch ProgramError.sealingKeySilent {
            return (try await held.withClient { try await $0.devices() }, verified: nil)
        }
    }

    private static func json(_ row: DeviceRow) -> String {
        let object: JSONValue = [
            "id": .string(row.id), "name": .string(row.name.string), "this": .bool(row.isThis),
            "last_seen": row.lastSeen.map(JSONValue.integer) ?? .null,
            "verified": row.isVerified.map(JSONValue.bool) ?? .null,
        ]
        return object.serializedText
    }
}
