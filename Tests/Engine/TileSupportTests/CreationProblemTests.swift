import Foundation
import Testing
import TileSupport

/// Tests of the reasons why a file cannot be created.
@Suite struct CreationProblemTests {
    @Test("a missing folder, a folder of the system and one without permission are told apart, with what to do")
    func problems() {
        #expect(
            CreationProblem(ENOENT, folder: "/nosuch").description
                == "the folder /nosuch does not exist; create it, or choose another place")
        #expect(
            CreationProblem(ENOENT, folder: "/proc").description
                == "the folder /proc takes no files; choose another place")
        #expect(
            CreationProblem(EACCES, folder: "/root").description
                == "Permission denied; choose another place, or change the permissions of the folder /root")
    }
}
