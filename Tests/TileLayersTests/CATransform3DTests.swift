import Testing
import TileLayers

@Suite("CATransform3D")
struct CATransform3DTests {
    @Test("made from nothing it is the identity")
    func startsAsIdentity() {
        let identity = CATransform3DIdentity
        #expect(CATransform3D() == identity)
        #expect([identity.m11, identity.m22, identity.m33, identity.m44] == [1, 1, 1, 1])
        #expect(identity.m34 == 0 && identity.m41 == 0)
    }
}
