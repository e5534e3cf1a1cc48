import Foundation
import Testing
import TileControllers
import TileViews

@testable import TileNibs

@Suite struct BadNibTests {
    private func failure(_ text: String, limits: NibLimits = .standard) -> String? {
        do {
            _ = try NibContent(Array(text.utf8), name: "bad.xib", limits: limits)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `what is no nib is an error that says why`() {
        #expect(failure("") == "bad.xib: no nib: it is empty")
        #expect(failure("hello") == "bad.xib: no nib: it does not begin as XML does")
        #expect(failure("<svg/>") == "bad.xib:1: no nib: its root element is <svg>, not <document>")
        #expect(failure("<document><objects>")?.hasPrefix("bad.xib:1: not well formed: ") == true)
        #expect(failure("<archive/>")?.contains("before version 3.0") == true)
        #expect(failure("<document version=\"4.1\"/>")?.contains("its version is 4.1") == true)
        #expect(
            failure("<document type=\"com.apple.InterfaceBuilder3.Cocoa.XIB\"/>")?.contains("it is for macOS") == true)
        #expect(failure("bplist00")?.contains("keyed archive of iOS 5") == true)
        let entities = "<!DOCTYPE a [<!ENTITY b \"bb\">]><document>&b;</document>"
        #expect(failure(entities)?.contains("it declares a document type") == true)
    }

    @Test func `a million objects are an error, in bounded memory`() {
        let many = "<document><objects>" + String(repeating: "<view/>", count: 1_000_000) + "</objects></document>"
        #expect(failure(many)?.contains("it has more than 250000 elements") == true)
        let deep = String(repeating: "<view>", count: 100_000)
        #expect(failure("<document>" + deep)?.contains("more than 240 deep") == true)
        var small = NibLimits()
        small.bytes = 10
        #expect(failure("<document/>        ", limits: small)?.contains("19 bytes, and 10 are read at most") == true)
    }

    @Test func `constraints that layout would trap at are left out, with a note`() throws {
        let ends = [
            "firstAttribute=\"leading\"", "firstAttribute=\"leading\" secondItem=\"root\" secondAttribute=\"left\"",
            "firstAttribute=\"width\" secondItem=\"root\" secondAttribute=\"top\"",
            "firstAttribute=\"top\" secondItem=\"root\" secondAttribute=\"top\" multiplier=\"0\"",
            "firstAttribute=\"width\" multiplier=\"1:0\"", "firstAttribute=\"girth\" constant=\"1\"",
            "firstItem=\"gone\" firstAttribute=\"width\" constant=\"1\"",
            "firstAttribute=\"width\" relation=\"about\" constant=\"1\"",
        ]
        for end in ends {
            let (objects, notes) = try NibDocuments.load(
                NibDocuments.xib(
                    """
                    <view id="root"><rect key="frame" x="0" y="0" width="9" height="9"/>
                    <subviews><view id="box"><rect key="frame" x="0" y="0" width="1" height="1"/>
                    <constraints><constraint \(end) id="c"/></constraints></view></subviews></view>
                    """))
            #expect(notes.map(\.kind) == [.constraint], "\(end): \(notes)")
            (objects.first as? UIView)?.layoutIfNeeded()
        }
    }

    @Test func `a view without constraints that its document fixes stays where it was drawn`() throws {
        let (objects, notes) = try NibDocuments.load(
            NibDocuments.xib(
                """
                <view id="root"><rect key="frame" x="0" y="0" width="100" height="100"/>
                <subviews><button fixedFrame="YES" translatesAutoresizingMaskIntoConstraints="NO" id="a">
                <rect key="frame" x="12" y="34" width="40" height="30"/></button>
                <view translatesAutoresizingMaskIntoConstraints="NO" id="b">
                <rect key="frame" x="5" y="5" width="9" height="9"/></view></subviews>
                <constraints><constraint firstItem="b" firstAttribute="top" secondItem="a" secondAttribute="bottom"
                id="c"/></constraints></view>
                """))
        #expect(notes.isEmpty, "\(notes)")
        let root = try #require(objects.first as? UIView)
        root.layoutIfNeeded()
        #expect(root.subviews[0].frame == CGRect(x: 12, y: 34, width: 40, height: 30))
        #expect(root.subviews[1].frame.minY == 64)
    }

    @Test func `notes are bounded, and the rest are counted`() {
        let notes = NibNotes(file: "many.xib", limit: 3)
        for number in 0..<10 { notes.add(.property, about: nil, "\(number)") }
        #expect(notes.list.count == 3)
        #expect(notes.dropped == 7)
    }
}
