#!/usr/bin/env python3
"""Writes the first documents for run-pdf, each with other features of PDF: python3 pdf_documents.py FOLDER"""

import pathlib
import sys
import zlib


def document(objects, trailer="", version="1.7"):
    """Returns a document. Objects are pairs of a dictionary's content, or another object in parentheses, and a stream or None."""
    out = bytearray(f"%PDF-{version}\n%\xe2\xe3\n".encode("latin-1"))
    places = []
    for number, (head, stream) in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode()
        if stream is None:
            out += (f"<< {head} >>" if not head.startswith("=") else head[1:]).encode("latin-1")
        else:
            out += f"<< {head} /Length {len(stream)} >>\nstream\n".encode() + stream + b"\nendstream"
        out += b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def page(content, resources="", more="", catalog="", rest=(), packed=False):
    stream = content.encode("latin-1")
    head = ""
    if packed:
        stream, head = zlib.compress(stream), "/Filter /FlateDecode"
    return document([
        (f"/Type /Catalog /Pages 2 0 R {catalog}", None),
        ("/Type /Pages /Count 1 /Kids [3 0 R]", None),
        (f"/Type /Page /Parent 2 0 R /MediaBox [0 0 200 120] /Contents 4 0 R /Resources << {resources} >> {more}", None),
        (head, stream),
        *rest,
    ])


HELVETICA = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"

DOCUMENTS = {
    "shapes": page("q 1 0 0 RG 4 w 2 J 1 j [6 3] 0 d 20 20 m 90 90 120 10 180 100 c S Q 0 .5 .2 rg 10 10 40 30 re f* "
                   "0.2 0.3 0.4 0.1 k 60 60 30 20 re B q 1 0 .3 1 5 5 cm 0 0 20 20 re W n 0 0 9 99 re f Q"),
    "text": page("BT /F 18 Tf 2 Tr 20 60 Td 3 Ts 2 Tc 90 Tz (Text \\(with\\) \\101) Tj T* [(a) -200 <4142>] TJ ET", HELVETICA),
    "packed": page("BT /F 12 Tf 1 0 .2 1 10 90 Tm (packed) ' ET 10 10 80 40 re f", HELVETICA, packed=True),
    "images": page(
        "q 90 0 0 90 10 10 cm /I Do Q q 30 0 0 -30 120 90 cm /M Do Q q 40 0 0 40 150 10 cm "
        "BI /W 2 /H 2 /CS /G /BPC 8 /F /AHx ID 00 80 C0 FF> EI Q", "/XObject << /I 5 0 R /M 6 0 R >>", rest=[
            ("/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceRGB "
             "/SMask 7 0 R", bytes(range(0, 240, 20))),
            ("/Type /XObject /Subtype /Image /Width 8 /Height 2 /ImageMask true /Decode [1 0] /BitsPerComponent 1", b"\xa5\x5a"),
            ("/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray", b"\0\x40\x80\xff"),
        ]),
    # A region of each kind: Tests/Content/TileContentTests/PDF/PDFImageTests.swift
    "jbig2": page("q 96 0 0 100 10 10 cm /I Do Q", "/XObject << /I 5 0 R >>", rest=[
        ("/Type /XObject /Subtype /Image /Width 24 /Height 40 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode",
         bytes.fromhex(
             "000000003000010000001300000018000000280000000000000000000000000000012600010000002B0000001800000008000000"
             "0000000000000803FFFDFF02FEFEFE01EC6E75F75644E7A7F9A3D1FDEA5FFFAC0000000227000100000022000000180000000800"
             "00000000000008000126A478BF9DFFF8864BBCEFFF8C004004000000030000010000001B040003FF00000001000000014A64A18E"
             "9B4C95FD58AAA2073FFFAC00000004002003010000001A180202FF00000002000000014A69875B6CF34C8A3849A67EFFAC000000"
             "05072004010000001D0000001800000008000000000000001000002400000002A1988EBFFFAC0000000610000100000016060404"
             "00000007FDF68E0C49465CBD2F75CF9ABFFFAC00000007172006010000002D00000018000000080000000000000018000C000000"
             "0700000002FFFFFC000000000004000000720ADC2349FFAC00000008240001000000270000001800000008000000000000000000"
             "0402FFFCC44D8B16F5023A4BAB988B871FED8887FFAC000000092A20080100000025000000180000000800000000000000200002"
             "FFFFFFFFFDCACF608FA54AC870581FE33FFFAC")),
    ]),
    # Patterns 200 pixels wide, and a halftone of them.
    "jbig2-patterns": page("q 96 0 0 100 10 10 cm /I Do Q", "/XObject << /I 5 0 R >>", rest=[
        ("/Type /XObject /Subtype /Image /Width 24 /Height 40 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode",
         bytes.fromhex(
             "000000003000010000001300000018000000280000000000000000000000000000011000010000001506C80400000000A1988E49"
             "465CBD2F75CF9ABFFFAC00000002172001010000002C000000180000000800000000000000000006000000030000000200000000"
             "0000000004000000A1988E49FFAC")),
    ]),
    "indexed": page("q 80 0 0 80 10 10 cm /I Do Q", "/XObject << /I 5 0 R >>", rest=[
        ("/Type /XObject /Subtype /Image /Width 4 /Height 2 /BitsPerComponent 2 /ColorSpace "
         "[/Indexed /DeviceRGB 3 <FF000000FF000000FFFFFFFF>] /Interpolate true", b"\x1b\xe4"),
    ]),
    "shadings": page("/P cs 0 0 1 scn q 0 0 100 100 re W n /A sh Q q 100 0 100 100 re W n /R sh Q q /M sh Q", """
        /Shading << /A << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [20 20 140 180] /Extend [true false]
        /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>
        /R << /ShadingType 3 /ColorSpace /DeviceGray /Coords [150 50 5 150 50 40]
        /Function << /FunctionType 3 /Domain [0 1] /Bounds [.5] /Encode [0 1 1 0] /Functions
        [<< /FunctionType 2 /Domain [0 1] /N 2 >> << /FunctionType 2 /Domain [0 1] /N 1 >>] >> >> /M 5 0 R >>
        """, rest=[("/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 "
                    "/Decode [0 200 0 120 0 1 0 1 0 1]", b"\0\0\0\xff\0\0\0\xff\0\0\xff\0\0\x80\xff\0\0\xff")]),
    "meshes": page("/F sh /T sh /P sh", """
        /Shading << /F << /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [80 9 -9 80 10 10] /Function 5 0 R >>
        /T 6 0 R /P 7 0 R >>""", rest=[
            ("/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]", b"{ 2 copy gt { pop dup } { exch sqrt } ifelse 1 }"),
            ("/ShadingType 4 /ColorSpace /DeviceCMYK /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode "
             "[0 200 0 120 0 1] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0 0] /C1 [0 0 1 0] /N 2 >>",
             b"\0\0\0\xff\0\xff\0\x40\0\x80\xff\x80"),
            ("/ShadingType 6 /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 "
             "/Decode [0 200 0 120 0 1 0 1 0 1]",
             b"\0\x80\x20\x70\x40\x90\x80\x80\xc0\xa0\xd0\xc0\xb0\xe0\xc0\xf0\x80\xd0\x40\xe0\x20\xc0\x10\xa0\x30"
             b"\xff\0\0\0\xff\0\0\0\xff\xff\xff\0"),
        ]),
    "groups": page("/G gs /X Do /S gs 0 0 1 rg 20 20 100 60 re f", """
        /ExtGState << /G << /ca 0.5 /CA .3 /BM /Multiply >> /S << /SMask << /Type /Mask /S /Luminosity /G 5 0 R >> >> >>
        /XObject << /X 5 0 R >>""", rest=[
            ("/Type /XObject /Subtype /Form /BBox [0 0 200 120] /Matrix [.8 .1 0 .8 5 5] /Group << /S /Transparency /I true /K true "
             "/CS /DeviceGray >> /Resources << >>", b"0.7 g 10 10 120 70 re f"),
        ]),
    "patterns": page("/Pattern cs /P scn 0 0 100 100 re f /Q scn 100 0 100 100 re f", """
        /Pattern << /P 5 0 R /Q << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [100 0 200 0]
        /Function << /FunctionType 2 /Domain [0 1] /C0 [1 1 0] /C1 [0 1 1] /N 1 >> >> >> >>""", rest=[
            ("/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 12 /YStep 11 /Resources << >>",
             b"1 0 0 rg 2 2 6 6 re f"),
        ]),
    "fonts": page("BT /T 10 Tf 20 40 Td (ab) Tj /C 14 Tf 0 20 Td <00410042> Tj ET", "/Font << /T 5 0 R /C 8 0 R >>", rest=[
        ("/Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [.1 0 0 .1 0 0] /CharProcs << /a 6 0 R /b 7 0 R >> "
         "/Encoding << /Type /Encoding /Differences [97 /a /b] >> /FirstChar 97 /LastChar 98 /Widths [10 12] /Resources << >>", None),
        ("", b"10 0 0 0 10 10 d1 0 0 8 8 re f"),
        ("", b"12 0 d0 1 0 0 rg 0 0 m 10 0 l 5 9 l f"),
        ("/Type /Font /Subtype /Type0 /BaseFont /Sans /Encoding /Identity-H /ToUnicode 9 0 R /DescendantFonts "
         "[<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Sans /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) "
         "/Supplement 0 >> /DW 700 /W [65 [500 600]] >>]", None),
        ("", b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange "
             b"1 beginbfrange <0041> <0042> <0061> endbfrange endcmap end"),
    ]),
    "links": page("0 0 1 rg 10 10 50 20 re f", HELVETICA, """
        /Annots [ << /Type /Annot /Subtype /Link /Rect [10 10 60 30] /Dest [3 0 R /XYZ 0 150 0] >>
        << /Type /Annot /Subtype /Link /Rect [70 10 90 30] /A << /S /URI /URI (https://example.org/) >> >>
        << /Type /Annot /Subtype /Link /Rect [70 40 90 60] /A << /S /GoTo /D (name) >> >>
        << /Type /Annot /Subtype /Square /Rect [20 40 60 80] /C [1 0 0] /IC [1 1 0] /BS << /W 2 /S /D >> /F 4 >>
        << /Type /Annot /Subtype /Highlight /Rect [100 40 160 60] /QuadPoints [100 60 160 60 100 40 160 40] /C [1 1 0] >>
        << /Type /Annot /Subtype /Ink /Rect [100 70 160 100] /InkList [[100 70 130 100 160 70]] >> ]""",
                  "/Names << /Dests << /Names [(name) [3 0 R /FitH 80]] >> >> /Outlines << /First << /Title (A) /Dest (name) "
                  "/First << /Title <FEFF00E4> /A << /S /URI /URI (x:) >> >> >> >>"),
    "form": page("", HELVETICA, "/Rotate 90 /CropBox [10 10 150 110] /UserUnit 1.5 /Annots [5 0 R 6 0 R]",
                 "/AcroForm << /Fields [5 0 R 6 0 R] /DA (/F 10 Tf 0 g) /NeedAppearances true >>", rest=[
                     ("/Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (value) /Rect [20 20 120 40] /DA (/F 10 Tf 0 g) "
                      "/MK << /BC [0 0 1] /BG [.9 .9 1] >> /F 4", None),
                     ("/Type /Annot /Subtype /Widget /FT /Btn /T (box) /V /On /AS /On /Rect [20 60 40 80] /F 4 /AP << /N << /On 7 0 R "
                      ">> >>", None),
                     ("/Type /XObject /Subtype /Form /BBox [0 0 20 20]", b"0 0 20 20 re S 3 3 14 14 re f"),
                 ]),
    "turned": page("BT /F 12 Tf .87 .5 -.5 .87 60 20 Tm (The v) Tj /Span << /ActualText (valve) >> BDC (x) Tj EMC "
                   "0 1 -1 0 20 20 Tm (up 1-) Tj T* (2) Tj ET", HELVETICA, "/AA << /O << /S /JavaScript /JS (1) >> >>",
                   "/PageLabels << /Nums [0 << /S /r /P (A) /St 4 >>] >> /AcroForm << /XFA [(a)] /Fields [] >> "
                   "/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) /EF << /F 5 0 R >> >>] >> >>",
                   rest=[("/Type /EmbeddedFile /Params << /Size 5 >>", b"hello")]),
    "overprint": page("/G gs 1 0 0 0 k 20 20 50 50 re f /X Do", "/ExtGState << /G << /OP true /op true >> >> "
                      "/XObject << /X 5 0 R >>", "/Annots [<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] /AP << /N 5 0 R >> >> "
                      "<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] >>]", rest=[
                          ("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> /ExtGState "
                           "<< /G << /SMask << /S /Alpha /G 5 0 R >> >> >> >>", b"0 0 9 9 re f")]),
    "layers": page("/OC /L BDC 1 0 0 rg 0 0 80 80 re f EMC /OC /H BDC 0 1 0 rg 40 40 80 80 re f EMC",
                   "/Properties << /L 5 0 R /H 6 0 R >>", "", "/OCProperties << /OCGs [5 0 R 6 0 R] /D << /OFF [6 0 R] /Order "
                   "[5 0 R 6 0 R] >> >>", rest=[("/Type /OCG /Name (shown)", None), ("/Type /OCG /Name (hidden)", None)]),
}

if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in DOCUMENTS.items():
        (folder / f"{name}.pdf").write_bytes(data)
