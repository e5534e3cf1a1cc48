import CSQLite

/// A SQLite file, for use by one thread at a time.
///
/// The schema of a file is not trusted: it cannot run functions with side effects, and no statement runs longer than
/// `stepLimit` allows.
final class SQLiteFile {
    /// An error reported by SQLite.
    struct Failure: Error, Hashable, CustomStringConvertible {
        var code: Int32
        var description: String
    }

    enum Mode { case make, read }

    fileprivate let handle: OpaquePointer

    /// The maximum steps of SQLite's virtual machine for one statement, which take some seconds.
    private static let stepLimit: Int32 = 200_000_000

    init(_ path: String, _ mode: Mode) throws(Failure) {
        var opened: OpaquePointer?
        let flags =
            switch mode {
            case .make: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .read: SQLITE_OPEN_READONLY
            }
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            let failure = Failure(code: code, description: String(cString: sqlite3_errstr(code)))
            sqlite3_close_v2(opened)
            throw failure
        }
        handle = opened
        guard mode == .read else { return }
        _ = tilework_sqlite_set(opened, SQLITE_DBCONFIG_DEFENSIVE, 1)
        _ = tilework_sqlite_set(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, 1 << 28)
        sqlite3_limit(opened, SQLITE_LIMIT_SQL_LENGTH, 1 << 20)
        sqlite3_limit(opened, SQLITE_LIMIT_EXPR_DEPTH, 100)
        // Called after this many steps; the result ends the statement.
        sqlite3_progress_handler(opened, Self.stepLimit, { _ in 1 }, nil)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements and ignores their results.
    func execute(_ statements: String) throws(Failure) {
        try check(sqlite3_exec(handle, statements, nil, nil, nil))
    }

    fileprivate func check(_ code: Int32) throws(Failure) {
        guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
            throw Failure(code: code, description: String(cString: sqlite3_errmsg(handle)))
        }
    }
}

/// A prepared statement that can be run repeatedly with different values.
final class SQLiteStatement {
    private let file: SQLiteFile
    private let handle: OpaquePointer

    init(_ file: SQLiteFile, _ text: String) throws(SQLiteFile.Failure) {
        var prepared: OpaquePointer?
        try file.check(sqlite3_prepare_v3(file.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        guard let prepared else { throw SQLiteFile.Failure(code: SQLITE_MISUSE, description: "no statement") }
        self.file = file
        handle = prepared
    }

    deinit { sqlite3_finalize(handle) }

    /// The value of a parameter.
    enum Value {
        case number(Int64)
        case text(String)
        case bytes([UInt8])
    }

    /// Runs a statement that returns no rows.
    func run(_ values: Value...) throws(SQLiteFile.Failure) {
        try start(values)
        defer { sqlite3_reset(handle) }
        try file.check(sqlite3_step(handle))
    }

    /// Runs the statement and passes each row to `body` until it returns false.
    func rows(_ values: [Value], _ body: (SQLiteRow) -> Bool) throws(SQLiteFile.Failure) {
        try start(values)
        defer { sqlite3_reset(handle) }
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_ROW {
                forgetSteps()
                if !body(SQLiteRow(handle: handle)) { return }
                continue
            }
            return try file.check(code)
        }
    }

    /// Resets the step count, because the limit applies to the steps before each row. A statement may be run throughout
    /// the program's life, and return as many rows as there are tiles.
    private func forgetSteps() { sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1) }

    private func start(_ values: [Value]) throws(SQLiteFile.Failure) {
        forgetSteps()
        // SQLite copies text and bytes: SQLITE_TRANSIENT, which is a macro.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            switch value {
            case .number(let number): try file.check(sqlite3_bind_int64(handle, place, number))
            case .text(let text): try file.check(sqlite3_bind_text(handle, place, text, -1, copied))
            case .bytes(let bytes):
                let code = bytes.withUnsafeBytes {
                    sqlite3_bind_blob64(handle, place, $0.baseAddress, UInt64($0.count), copied)
                }
                try file.check(code)
            }
        }
    }
}

/// A row of results, valid until the next one.
struct SQLiteRow {
    fileprivate let handle: OpaquePointer

    func number(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    func text(_ column: Int) -> String {
        sqlite3_column_text(handle, Int32(column)).map { String(cString: $0) } ?? ""
    }

    /// Returns bytes or text; nil for other types.
    func bytes(_ column: Int) -> [UInt8]? {
        let type = sqlite3_column_type(handle, Int32(column))
        guard type == SQLITE_BLOB || type == SQLITE_TEXT else { return nil }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        guard count > 0, let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
