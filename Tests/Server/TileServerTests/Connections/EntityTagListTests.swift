import Testing

@testable import TileServer

@Suite("The value of an If-None-Match")
struct EntityTagListTests {
    let tag = #""0123456789abcdef""#

    @Test(
        "names what is in its list, strong or weak, and any with a star",
        arguments: [
            #""0123456789abcdef""#, #"W/"0123456789abcdef""#, #""x", "0123456789abcdef""#,
            #""x",W/"0123456789abcdef" , "y""#, "*", " * ", #", ,"0123456789abcdef","#, "\t\"0123456789abcdef\"\t",
            #""a,b","0123456789abcdef""#, #""","0123456789abcdef""#, "\"ä\",\"0123456789abcdef\"",
        ])
    func names(value: String) {
        #expect(EntityTagList.names(tag, in: value))
    }

    @Test(
        "names nothing when anything of it is no entity tag, whatever else it holds (RFC 9110 section 8.8.3)",
        arguments: [
            #""0123456789abcdef"garbage"#, #"garbage"0123456789abcdef""#, "0123456789abcdef", #""0123456789abcdef"#,
            #""a"0123456789abcdef"""#, #""0123456789abcdef" "y""#, #"w/"0123456789abcdef""#, #"*, "0123456789abcdef""#,
            #""0123456789abcdef", *"#, "**", ",,,,", "", "\"", #""*""#, #"W/ "0123456789abcdef""#, "W", "W/",
            #""x","0123456789abcdef",y"#, "\"a b\",\"0123456789abcdef\"", "\"\u{7F}\",\"0123456789abcdef\"",
            #""0123456789abcde""#, #""0123456789abcdef0""#,
        ])
    func namesNothing(value: String) {
        #expect(!EntityTagList.names(tag, in: value))
    }
}
