import CPictures
import Glibc

/// The source of a picture's bytes. The decoding process reads them from its standard input, and gets no file name.
package enum PictureSource: Sendable {
    /// A file of the program's own, such as in a cache.
    case file(String)
    case bytes([UInt8])

    /// - Returns: A descriptor at the start of the bytes, which the caller closes.
    func open(limit: Int) throws(PictureDecodingError) -> Int32 {
        let descriptor: Int32
        switch self {
        case .file(let path):
            descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { throw .system(errno) }
            var about = stat()
            // Reading anything but a regular file could block.
            guard fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                throw .otherKind
            }
            guard about.st_size <= limit else {
                close(descriptor)
                throw .tooManyBytes
            }
        case .bytes(let bytes):
            guard bytes.count <= limit else { throw .tooManyBytes }
            descriptor = confab_picture_memory_file(bytes, UInt64(bytes.count))
            guard descriptor >= 0 else { throw .system(errno) }
        }
        return descriptor
    }
}
