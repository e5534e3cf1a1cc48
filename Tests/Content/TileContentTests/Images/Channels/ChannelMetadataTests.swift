import Foundation
import TestSupport
import Testing

@testable import TileContent

@Suite("The channels that a TIFF's description states")
struct ChannelMetadataTests {
    private func ome(_ pixels: String, _ children: String) -> String {
        "<?xml version=\"1.0\"?><OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\"><Image ID=\"Image:0\">"
            + "<Pixels ID=\"Pixels:0\" \(pixels)>\(children)</Pixels></Image></OME>"
    }

    @Test("are OME's, with names, and colors of their own, of their light, or by number")
    func names() throws {
        let text = ome(
            "DimensionOrder=\"XYCZT\" SizeC=\"3\" SizeZ=\"1\" SizeT=\"1\" SizeX=\"4\" SizeY=\"4\"",
            "<Channel Name=\"DAPI\" Color=\"65535\"/><Channel Name=\"A &amp; B\" EmissionWavelength=\"520\"/><Channel/>"
                + "<TiffData/>")
        let planes = try #require(ChannelPlanes(description: text))
        #expect(planes.channels.map(\.name) == ["DAPI", "A & B", "3"])
        #expect(planes.channels.map(\.color.hexadecimal) == ["0000ff", "00ff00", "0000ff"])
        #expect(planes.pages == [[0, 1, 2]])
    }

    @Test(
        "follow one another as the order of dimensions says",
        arguments: [
            ("XYCZT", [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11]]),
            ("XYZCT", [[0, 3], [1, 4], [2, 5], [6, 9], [7, 10], [8, 11]]),
            ("XYZTC", [[0, 6], [1, 7], [2, 8], [3, 9], [4, 10], [5, 11]]),
            ("XYTZC", [[0, 6], [2, 8], [4, 10], [1, 7], [3, 9], [5, 11]]),
        ])
    func orders(order: String, pages: [[Int]]) throws {
        let text = ome(
            "DimensionOrder=\"\(order)\" SizeC=\"2\" SizeZ=\"3\" SizeT=\"2\"", "<TiffData PlaneCount=\"12\"/>")
        #expect(try #require(ChannelPlanes(description: text)).pages == pages)
    }

    @Test("have the pages that each piece of data names")
    func data() throws {
        let text = ome(
            "DimensionOrder=\"XYZCT\" SizeC=\"2\" SizeZ=\"1\" SizeT=\"1\"",
            "<TiffData IFD=\"5\" FirstC=\"0\"><UUID FileName=\"a.tif\">urn:uuid:0</UUID></TiffData>"
                + "<TiffData IFD=\"2\" FirstC=\"1\"><UUID FileName=\"a.tif\">urn:uuid:0</UUID></TiffData>")
        #expect(try #require(ChannelPlanes(description: text)).pages == [[5, 2]])
    }

    @Test(
        "are none in metadata that contradicts itself, needs other files, or is of other pictures",
        arguments: [
            ("SizeC=\"1\"", "<TiffData/>"), ("SizeC=\"3\"", "<Channel SamplesPerPixel=\"3\"/><TiffData/>"),
            ("SizeC=\"2\" SizeZ=\"0\"", "<TiffData/>"), ("SizeC=\"2\" SizeT=\"2000000000\"", "<TiffData/>"),
            ("SizeC=\"2\"", "<TiffData IFD=\"0\"/>"), ("SizeC=\"2\"", "<TiffData/><TiffData/>"),
            ("SizeC=\"2\"", "<TiffData FirstC=\"2\"/>"), ("SizeC=\"2\"", "<TiffData IFD=\"-1\" PlaneCount=\"2\"/>"),
            ("SizeC=\"2\"", "<TiffData IFD=\"2147483647\" PlaneCount=\"2\"/>"),
            (
                "SizeC=\"2\"",
                "<TiffData IFD=\"0\"><UUID FileName=\"a.tif\"/></TiffData>"
                    + "<TiffData IFD=\"0\" FirstC=\"1\"><UUID FileName=\"b.tif\"/></TiffData>"
            ),
            ("SizeC=\"2\" SizeZ=\"2\"", "<TiffData PlaneCount=\"2\"/><TiffData FirstZ=\"1\" PlaneCount=\"2\"/>"),
            ("SizeC=\"2\"", "<TiffData " + (0..<1100).map { "a\($0)=\"\" " }.joined() + "/>"),
            ("SizeC=\"2\"", "<TiffData/>" + String(repeating: " ", count: 70_000)),
            ("SizeC=\"2\"", "<Channel"), ("SizeC=\"999999\"", "<TiffData/>"),
        ])
    func contradictions(pixels: String, children: String) {
        #expect(ChannelPlanes(description: ome(pixels, children)) == nil)
    }

    @Test("are none in XML with entities")
    func entities() {
        let text = ome("SizeC=\"2\"", "<TiffData/>").replacingOccurrences(
            of: "<OME", with: "<!DOCTYPE OME [<!ENTITY a \"b\">]><OME")
        #expect(ChannelPlanes(description: text) == nil)
    }

    @Test("are ImageJ's, channels first")
    func imageJ() throws {
        let text = "ImageJ=1.53t\nimages=12\nchannels=3\nslices=2\nframes=2\nhyperstack=true\nmode=composite\n"
        let planes = try #require(ChannelPlanes(description: text))
        #expect(planes.channels.map(\.name) == ["1", "2", "3"])
        #expect(planes.channels.map(\.color.hexadecimal) == ["ff0000", "00ff00", "0000ff"])
        #expect(planes.pages == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]])
        for other in [
            "ImageJ=1\nimages=3\nslices=3", "ImageJ=1\nchannels=2\nmode=grayscale", "ImageJ=1\nchannels=x",
            "ImageJ=1\nchannels=2\nslices=99999999999", "ImageJ=1\nchannels=2\nframes=-1", "a picture", "",
        ] { #expect(ChannelPlanes(description: other) == nil) }
    }
}

@Suite("Chosen channels")
struct ChannelChoiceTests {
    @Test("are names or numbers with colors and opacities")
    func texts() throws {
        let choices = try RasterPreferences.channels("DAPI:blue,FITC:00ff00@0.8,3@.5,a:b:#F80")
        #expect(
            choices == [
                ChannelChoice(channel: "DAPI", color: ChannelColor(red: 0, green: 0, blue: 255)),
                ChannelChoice(channel: "FITC", color: ChannelColor(red: 0, green: 255, blue: 0), opacity: 0.8),
                ChannelChoice(channel: "3", opacity: 0.5),
                ChannelChoice(channel: "a:b", color: ChannelColor(red: 255, green: 136, blue: 0)),
            ])
    }

    @Test(
        "are refused if they are none",
        arguments: [
            "", "a,", ":red", "a:nocolor", "a:12345", "a@2", "a@-1", "a@nan", "a@", "a,a", "@1",
            (1...17).map(String.init).joined(separator: ","), String(repeating: "x", count: 81),
        ])
    func refusals(text: String) {
        #expect(throws: RasterPreferences.Invalid.self) { try RasterPreferences.channels(text) }
    }
}
