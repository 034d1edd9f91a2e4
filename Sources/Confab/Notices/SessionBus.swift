import Glibc

/// The message bus of the user's session. This program never starts a bus.
enum SessionBus {
    /// - Returns: `nil` if the session has no bus.
    static func address(_ environment: [String: String] = ProgramEnvironment.value) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
        guard let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else { return nil }
        let path = runtime + "/bus"
        return access(path, F_OK) == 0 ? "unix:path=" + escaped(path) : nil
    }

    /// Escapes a value as the D-Bus Specification asks for in addresses.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || "0123456789-_/.*".unicodeScalars.contains(scalar) {
                return String(scalar)
            }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
