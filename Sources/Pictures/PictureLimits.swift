/// The limits of a process that decodes a picture. It is ended if it exceeds them.
package struct PictureLimits: Hashable, Sendable {
    /// The memory in bytes, beyond that of the program itself.
    package var memory: Int
    /// The processor time in seconds.
    package var processorSeconds: Int
    /// The time from the start to the end of its answer in milliseconds, including all waiting.
    package var milliseconds: Int
    /// The pixels that the picture declares, checked before any is decoded.
    package var pixels: Int
    /// The bytes of the picture's file.
    package var bytes: Int

    package init(
        memory: Int = 512 << 20, processorSeconds: Int = 5, milliseconds: Int = 20_000, pixels: Int = 40_000_000,
        bytes: Int = 64 << 20
    ) {
        self.memory = memory
        self.processorSeconds = processorSeconds
        self.milliseconds = milliseconds
        self.pixels = pixels
        self.bytes = bytes
    }
}
