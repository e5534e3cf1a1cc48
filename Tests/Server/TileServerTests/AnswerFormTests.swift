import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TileSupport

@testable import TileServer

@Suite("The form that answers come in")
struct AnswerFormTests {
    private func ask(
        _ fixture: Fixture, _ path: String, _ headers: HTTPFields = [:], _ method: HTTPRequest.Method = .get
    ) async throws -> TestResponse {
        try await fixture.server.application.test(.router) { client in
            try await client.execute(uri: path, method: method, headers: headers) { $0 }
        }
    }

    @Test(
        "a tile without an ending comes as Accept likes it",
        arguments: [
            // The `Accept` headers that Chromium, Firefox and Safari send for pictures.
            ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "webp"),
            ("image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5", "png"),
            (
                "image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,image/*;q=0.5",
                "png"
            ),
            ("*/*", "png"), ("image/*", "png"), ("image/jpeg", "jpg"), ("image/webp;q=0.5,image/jpeg;q=0.9", "jpg"),
            ("image/png;q=0, image/*", "webp"), ("text/html", "png"), ("IMAGE/WEBP", "webp"), ("", "png"),
            (",;=,;q", "png"),
            // AVIF is sent only to clients that prefer it or accept nothing else.
            ("image/avif", "avif"), ("image/avif,image/webp;q=0.9,*/*;q=0.8", "avif"), ("image/avif,*/*;q=0.8", "avif"),
            ("image/avif, image/*", "avif"), ("image/avif;q=0.9,image/webp", "webp"), ("image/avif,image/webp", "webp"),
            ("image/avif,image/jpeg", "jpg"), ("image/webp;q=0,image/png;q=0,image/jpeg;q=0,image/*", "avif"),
        ])
    func negotiation(accept: String, format: String) {
        #expect(TileNegotiation.fileExtension(accept, own: "png", isPhotograph: false) == format)
        #expect(TileNegotiation.fileExtension(nil, own: "jpg", isPhotograph: true) == "jpg")
    }

    @Test("a content that is AVIF already comes as that to who likes it as well as others")
    func ownAVIF() {
        for (accept, format) in [
            ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "avif"), ("*/*", "avif"),
            ("image/avif;q=0.5,image/webp", "webp"), ("image/webp,*/*", "webp"),
        ] {
            #expect(TileNegotiation.fileExtension(accept, own: "avif", isPhotograph: false) == format, "\(accept)")
        }
    }

    @Test(
        "a photograph comes as JPEG XL to clients that name it and prefer no other; a drawing, only if they prefer it",
        arguments: [
            // The `Accept` headers that Chromium and Safari send for pictures.
            ("image/jxl,image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "jxl", "webp"),
            (
                "image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,image/*;q=0.5",
                "jxl", "png"
            ),
            ("image/jxl", "jxl", "jxl"), ("IMAGE/JXL ;q=1", "jxl", "jxl"), ("image/jxl,*/*;q=0.8", "jxl", "jxl"),
            ("image/jxl,image/jpeg", "jxl", "jpg"), ("image/jpeg,image/jxl;q=0.999", "jpg", "jpg"),
            ("image/jxl,image/avif", "jxl", "avif"), ("image/avif,image/jxl;q=0.5", "avif", "avif"),
            // Clients that don't name it.
            ("*/*", "jpg", "png"), ("image/*", "jpg", "png"), ("image/*,image/webp", "webp", "webp"),
            ("image/jxl;q=0,image/*", "jpg", "png"), ("image/jxl;q=0", "jpg", "png"),
            // Headers that nobody sends.
            ("image/jxl;q=-1,image/webp;q=-2", "jpg", "png"), ("image/jxl;q=nan", "jpg", "png"),
            ("image/jxl;q=1e999,image/webp", "jxl", "jxl"), ("image/jxlx,image/jx", "jpg", "png"),
            (",,image/jxl,,", "jxl", "jxl"), ("image/jxl;q=;q=1", "jxl", "jxl"),
            ("*/*;q=1,image/jxl;q=0.1", "jpg", "png"),
        ])
    func jpegXL(accept: String, photograph: String, drawing: String) {
        #expect(TileNegotiation.fileExtension(accept, own: "jpg", isPhotograph: true) == photograph)
        #expect(TileNegotiation.fileExtension(accept, own: "png", isPhotograph: false) == drawing)
    }

    @Test("a content that is JPEG XL already comes as that to clients that name it, or state nothing")
    func ownJPEGXL() {
        for (accept, format) in [
            ("image/jxl,image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "jxl"), ("image/jxl", "jxl"),
            ("*/*", "webp"), ("image/*", "webp"), ("image/avif,image/webp,image/png,*/*;q=0.5", "webp"),
            ("image/jxl;q=0.5,image/webp", "webp"), (nil, "jxl"), ("text/html", "jxl"),
        ] as [(String?, String)] {
            #expect(TileNegotiation.fileExtension(accept, own: "jxl", isPhotograph: false) == format)
        }
    }

    @Test("such a tile is that of the address with the ending, and says that it varies")
    func negotiatedTile() async throws {
        let fixture = try Fixture()
        let named = try await ask(fixture, "/tiles/plan/1/0/0.webp")
        let negotiated = try await ask(fixture, "/tiles/plan/1/0/0", [.accept: "image/webp"])
        #expect(negotiated.body == named.body && negotiated.headers[.eTag] == named.headers[.eTag])
        #expect(negotiated.headers[.vary] == "Accept" && named.headers[.vary] == nil)
        let avif = try await ask(fixture, "/tiles/plan/1/0/0", [.accept: "image/avif"])
        #expect(avif.body == (try await ask(fixture, "/tiles/plan/1/0/0.avif")).body)
        #expect(avif.headers[.vary] == "Accept" && avif.headers[.contentType] == "image/avif")
        #expect(try await ask(fixture, "/tiles/plan/2/0/0@2x").headers[.contentType] == "image/png")
        #expect(try await ask(fixture, "/tiles/plan/9/0/0").status == .notFound)
        #expect(try await ask(fixture, "/tiles/nothing/0/0/0").status == .notFound)
        #expect(try await ask(fixture, "/tiles/plan/x/0/0").status.code >= 400)
    }

    @Test(
        "a range of bytes is what is asked for, or all",
        arguments: [
            ("bytes=0-9", ByteRange.part(0..<10)), ("bytes=90-", .part(90..<100)), ("bytes=-10", .part(90..<100)),
            ("bytes=50-500", .part(50..<100)), ("bytes=-500", .part(0..<100)), ("bytes=100-", .unsatisfiable),
            ("bytes=-0", .unsatisfiable), ("bytes=9-5", .all), ("bytes=0-1,5-6", .all), ("items=0-1", .all),
            ("bytes=x-", .all), ("bytes=-", .all), ("bytes=0-99999999999999999999", .part(0..<100)),
            ("bytes=99999999999999999999-", .unsatisfiable),
            ("bytes=0-\(Int.max)", .part(0..<100)), ("bytes=\(Int.max)-\(Int.max)", .unsatisfiable),
            ("bytes=-\(Int.max)", .part(0..<100)), ("bytes=-\(Int.max.magnitude + 1)", .part(0..<100)),
            ("bytes=99-99", .part(99..<100)),
        ])
    func ranges(header: String, range: ByteRange) {
        #expect(ByteRange(header, ifRange: nil, of: 100, tag: "\"a\"") == range)
        #expect(ByteRange(header, ifRange: "\"b\"", of: 100, tag: "\"a\"") == .all)
        #expect(ByteRange(nil, ifRange: nil, of: 100, tag: "\"a\"") == .all)
        #expect(ByteRange(header, ifRange: nil, of: 0, tag: "\"a\"") != .part(0..<1))
    }

    @Test("a download goes on where it ended")
    func resumed() async throws {
        let fixture = try Fixture()
        let path = "/static/plan?width=64"
        let whole = try await ask(fixture, path)
        #expect(whole.headers[.acceptRanges] == "bytes")
        let tag = try #require(whole.headers[.eTag])
        let rest = try await ask(fixture, path, [.range: "bytes=5-", .ifRange: tag])
        #expect(rest.status == .partialContent)
        #expect(rest.body == whole.body.getSlice(at: 5, length: whole.body.readableBytes - 5))
        #expect(
            rest.headers[.contentRange] == "bytes 5-\(whole.body.readableBytes - 1)/\(whole.body.readableBytes)")
        #expect(try await ask(fixture, path, [.range: "bytes=5-", .ifRange: "\"other\""]).body == whole.body)
        let beyond = try await ask(fixture, path, [.range: "bytes=99999999-"])
        #expect(beyond.status == .rangeNotSatisfiable)
        #expect(beyond.headers[.contentRange] == "bytes */\(whole.body.readableBytes)")
        #expect(try await ask(fixture, path, [.range: "bytes=5-"], .head).status == .ok)
    }

    @Test(
        "gzip is for who takes it",
        arguments: [
            ("gzip", true), ("gzip, deflate, br", true), ("deflate", false), ("gzip;q=0", false), ("*", true),
            ("*;q=0", false), ("gzip;q=0, *", false), ("identity", false), ("br;q=1.0, GZIP;q=0.5", true), ("", false),
        ])
    func takesGzip(header: String, isTaken: Bool) {
        #expect(CompressedDocuments.areTaken(header) == isTaken)
        #expect(!CompressedDocuments.areTaken(nil))
    }

    @Test("long texts come packed, under a tag of their own; short ones and pictures as they are")
    func compressed() async throws {
        let fixture = try Fixture(ids: (0..<60).map { "sheet-\($0)" })
        let plain = try await ask(fixture, "/contents.json")
        let packed = try await ask(fixture, "/contents.json", [.acceptEncoding: "gzip"])
        #expect(plain.headers[.contentEncoding] == nil && packed.headers[.contentEncoding] == "gzip")
        #expect(plain.headers[.vary] == "Accept-Encoding" && packed.headers[.vary] == "Accept-Encoding")
        #expect(packed.body.readableBytes * 4 < plain.body.readableBytes)
        #expect(packed.body.getBytes(at: 0, length: 2) == [0x1F, 0x8B])
        // The uncompressed length and the checksum, as gunzip reads them, are those of the text (RFC 1952).
        let length = packed.body.getInteger(
            at: packed.body.readableBytes - 4, endianness: .little, as: UInt32.self)
        #expect(length == UInt32(plain.body.readableBytes))
        let tag = try #require(packed.headers[.eTag])
        #expect(tag != plain.headers[.eTag])
        for headers: HTTPFields in [
            [.acceptEncoding: "gzip", .ifNoneMatch: tag], [.ifNoneMatch: plain.headers[.eTag]!],
        ] {
            #expect(try await ask(fixture, "/contents.json", headers).status == .notModified)
        }
        #expect(try await ask(fixture, "/contents.json", [.ifNoneMatch: tag]).status == .ok)
        let picture = try await ask(fixture, "/static/plan?width=600", [.acceptEncoding: "gzip"])
        #expect(picture.headers[.contentEncoding] == nil && picture.headers[.vary] == nil)
        #expect(try await ask(fixture, "/tiles/plan.json", [.acceptEncoding: "gzip"]).headers[.contentEncoding] == nil)
    }
}
