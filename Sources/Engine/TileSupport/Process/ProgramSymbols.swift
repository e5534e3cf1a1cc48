import Foundation

/// The symbols of the running program, read from its file for messages. Empty if the file was stripped.
package struct ProgramSymbols: Sendable {
    private struct Symbol {
        var address: UInt
        var size: UInt
        /// The offset of the name in the table of strings.
        var name: Int
    }

    /// The symbols of functions, sorted by address.
    private let symbols: [Symbol]
    private let strings: Data
    /// The difference between the addresses in memory and those in the file.
    private let slide: UInt

    package static let ofProcess = ProgramSymbols(file: "/proc/self/exe", slide: programBase)

    /// The address at which the kernel has loaded the program.
    private static var programBase: UInt {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        // A line has addresses, access, the offset in the file, the device, the inode and the path.
        for line in maps.split(separator: "\n") where line.hasSuffix(path) {
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            guard fields.count >= 6, Int(fields[2], radix: 16) == 0 else { continue }
            return fields[0].split(separator: "-").first.flatMap { UInt($0, radix: 16) } ?? 0
        }
        return 0
    }

    /// Reads the table of symbols of a 64-bit ELF file for this machine's byte order.
    init(file: String, slide: UInt) {
        self.slide = slide
        let data = (try? Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped)) ?? Data()
        let sections = Self.sections(of: data)
        guard let table = sections.first(where: { $0.kind == SectionKind.symbols }),
            sections.indices.contains(table.link)
        else {
            (symbols, strings) = ([], Data())
            return
        }
        let names = sections[table.link]
        strings = data.subdata(in: names.range)
        var symbols: [Symbol] = []
        for start in stride(from: table.range.lowerBound, through: table.range.upperBound - 24, by: 24) {
            // The type of the symbol is in the low bits; 2 is a function.
            guard data[start + 4] & 0xF == 2 else { continue }
            symbols.append(
                Symbol(
                    address: UInt(data.integer(UInt64.self, at: start + 8)),
                    size: UInt(data.integer(UInt64.self, at: start + 16)),
                    name: Int(data.integer(UInt32.self, at: start))))
        }
        self.symbols = symbols.sorted { $0.address < $1.address }
    }

    private enum SectionKind {
        static let symbols: UInt32 = 2
    }

    private struct Section {
        var kind: UInt32
        var range: Range<Int>
        /// The index of the section that this one refers to.
        var link: Int
    }

    /// Returns the sections of an ELF file, or none if it is damaged.
    private static func sections(of data: Data) -> [Section] {
        guard data.count > 64, data.prefix(5).elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2]) else { return [] }
        let (start, size) = (Int(truncatingIfNeeded: data.integer(UInt64.self, at: 40)), 64)
        let count = Int(data.integer(UInt16.self, at: 60))
        guard start > 0, start <= data.count - size * count else { return [] }
        return (0..<count).map { index in
            let header = start + index * size
            let offset = Int(truncatingIfNeeded: data.integer(UInt64.self, at: header + 24))
            let length = Int(truncatingIfNeeded: data.integer(UInt64.self, at: header + 32))
            let isInside = offset >= 0 && length >= 0 && offset <= data.count && length <= data.count - offset
            return Section(
                kind: isInside ? data.integer(UInt32.self, at: header + 4) : 0,
                range: isInside ? offset..<offset + length : 0..<0,
                link: Int(data.integer(UInt32.self, at: header + 40)))
        }
    }

    /// Returns the demangled symbols that contain return addresses; nil for addresses outside the program.
    package func names(of addresses: [UInt]) -> [String?] {
        addresses.map { address in
            guard address > slide, let symbol = symbol(at: address - slide - 1) else { return nil }
            return name(of: symbol)
        }
    }

    /// Returns the demangled symbols of functions that begin at an address: several if the linker has folded equal
    /// functions into one. A function without a symbol, which the compiler has added to call another one, has the names
    /// of that.
    package func names(startingAt address: UInt) -> [String] {
        guard address >= slide, let last = symbols.last, address - slide <= last.address else { return [] }
        let start = address - slide
        let names = symbolNames(at: start)
        if !names.isEmpty { return names }
        return Self.callTarget(in: address).map { $0 >= slide ? symbolNames(at: $0 - slide) : [] } ?? []
    }

    /// Returns the function that one of the first instructions at an address calls or jumps to, by its distance.
    ///
    /// The address is that of a function of this program, so that its code can be read.
    private static func callTarget(in address: UInt) -> UInt? {
        guard let code = UnsafeRawPointer(bitPattern: address) else { return nil }
        #if arch(x86_64)
            // E8 and E9, call and jump, with a distance of 32 bits. A frame pointer's four bytes may precede.
            for offset in [0, 1, 4] where [0xE8, 0xE9].contains(code.load(fromByteOffset: offset, as: UInt8.self)) {
                let distance = code.loadUnaligned(fromByteOffset: offset + 1, as: Int32.self)
                return UInt(bitPattern: Int(bitPattern: address) + offset + 5 + Int(distance))
            }
        #elseif arch(arm64)
            // B and BL, with a distance of 26 bits in words, perhaps after two instructions that store the frame.
            for offset in [0, 4, 8] {
                let word = code.load(fromByteOffset: offset, as: UInt32.self)
                guard word & 0x7C00_0000 == 0x1400_0000 else { continue }
                let distance = Int(Int32(bitPattern: word << 6) >> 4)
                return UInt(bitPattern: Int(bitPattern: address) + offset + distance)
            }
        #endif
        return nil
    }

    /// Returns the demangled symbols of functions at an address of the file.
    private func symbolNames(at start: UInt) -> [String] {
        symbols[firstIndex(from: start)...].prefix { $0.address == start }.compactMap(name)
    }

    /// Returns the index of the first symbol at an address or beyond it.
    private func firstIndex(from address: UInt) -> Int {
        var (low, high) = (0, symbols.count)
        while low < high {
            let middle = (low + high) / 2
            if symbols[middle].address < address { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func symbol(at address: UInt) -> Symbol? {
        let next = firstIndex(from: address + 1)
        guard next > 0, address - symbols[next - 1].address < symbols[next - 1].size else { return nil }
        return symbols[next - 1]
    }

    /// Returns the demangled name of a symbol; nil if the file is damaged.
    private func name(of symbol: Symbol) -> String? {
        guard strings.indices.contains(symbol.name) else { return nil }
        return Self.demangled(String(decoding: strings[symbol.name...].prefix { $0 != 0 }, as: UTF8.self))
    }

    private static func demangled(_ name: String) -> String {
        guard let text = swiftDemangle(name, name.utf8.count, nil, nil, 0) else { return name }
        defer { free(text) }
        return String(cString: text)
    }
}

/// A function of Swift's runtime: returns the readable form of a symbol, which the caller frees, or nil for symbols of
/// other languages.
@_silgen_name("swift_demangle")
private func swiftDemangle(
    _ name: UnsafePointer<CChar>, _ length: Int, _ output: UnsafeMutablePointer<CChar>?,
    _ outputSize: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

extension Data {
    fileprivate func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, at offset: Int) -> Integer {
        withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }
}
