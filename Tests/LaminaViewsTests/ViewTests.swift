import Foundation
import Lamina
import LaminaViews
import Testing

@Suite("A view")
struct ViewTests {
  /// A view that counts its layouts.
  final class CountingView: View {
    var layouts: [CGSize] = []
    override func layoutSubviews() { layouts.append(bounds.size) }
  }

  /// A view with a layer of another class.
  final class ShapedView: View {
    final class ShapedLayer: Layer {}
    override class func makeLayer() -> Layer { ShapedLayer() }
  }

  static func frame(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
  }

  /// Expects the same objects in the same order.
  private func expectSame(
    _ objects: [some AnyObject], _ expected: [some AnyObject],
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      objects.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init),
      sourceLocation: location)
  }

  @Test("is placed by its centre, and turned around it")
  func center() {
    let view = View(frame: Self.frame(10, 20, 30, 40))
    #expect(view.center == CGPoint(x: 25, y: 40))
    view.center = CGPoint(x: 5, y: 6)
    #expect(view.frame == Self.frame(-10, -14, 30, 40))
    view.transform = Transform2D(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    #expect(view.frame == Self.frame(-15, -9, 40, 30))
    #expect(view.center == CGPoint(x: 5, y: 6) && view.bounds.size == CGSize(width: 30, height: 40))
  }

  @Test("converts rectangles to and from other views")
  func rectangles() {
    let root = View(frame: Self.frame(0, 0, 100, 100))
    let view = View(frame: Self.frame(10, 20, 30, 40))
    root.addSubview(view)
    #expect(view.convert(Self.frame(1, 2, 3, 4), to: root) == Self.frame(11, 22, 3, 4))
    #expect(view.convert(Self.frame(11, 22, 3, 4), from: root) == Self.frame(1, 2, 3, 4))
  }

  /// A view that counts its moves, and fits any content into 7 by 9 points.
  final class MovingView: View {
    var moves: [View?] = []
    override func didMoveToSuperview() { moves.append(superview) }
    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 7, height: 9) }
  }

  @Test("is told of each new superview, and can be moved among its siblings")
  func siblings() {
    let root = View()
    let views = [MovingView(), MovingView(), MovingView()]
    for view in views { root.addSubview(view) }
    root.bringSubviewToFront(views[0])
    expectSame(root.subviews, [views[1], views[2], views[0]])
    root.sendSubviewToBack(views[2])
    expectSame(root.subviews, [views[2], views[1], views[0]])
    expectSame(root.layer.sublayers ?? [], [views[2], views[1], views[0]].map(\.layer))
    root.sendSubviewToBack(View())
    #expect(root.subviews.count == 3)
    views[1].removeFromSuperview()
    #expect(views[1].moves.count == 2 && views[1].moves[0] === root && views[1].moves[1] == nil)
    views[1].sizeToFit()
    #expect(views[1].bounds.size == CGSize(width: 7, height: 9))
    root.sizeToFit()
    #expect(root.bounds.size == .zero)
  }

  @Test("is, like a touch and a recognizer, equal only to itself")
  func identity() {
    let views = [View(), View()]
    #expect(Set(views + views).count == 2 && views[0] != views[1])
    let recognizers = [TapGestureRecognizer(), TapGestureRecognizer()]
    #expect(Set(recognizers + recognizers).count == 2)
  }

  @Test("is its layer's delegate, and shares geometry and appearance with it")
  func layer() {
    let view = View(frame: Self.frame(3, 4, 50, 20))
    #expect(view.layer.delegate === view)
    #expect(view.layer.frame == Self.frame(3, 4, 50, 20))
    view.bounds = Self.frame(1, 2, 40, 10)
    #expect(view.frame == Self.frame(8, 9, 40, 10))
    view.isHidden = true
    view.backgroundColor = .red
    view.contentScaleFactor = 2
    #expect(view.layer.isHidden)
    #expect(view.layer.backgroundColor == .red)
    #expect(view.layer.contentsScale == 2)
    #expect(ShapedView().layer is ShapedView.ShapedLayer)
  }

  @Test("lays out when it first appears and when its size changes, not when it moves")
  func layout() throws {
    let renderer = try Renderer(size: CGSize(width: 100, height: 50))
    let view = CountingView(frame: Self.frame(0, 0, 30, 20))
    #expect(view.layouts == [])
    renderer.layer.addSublayer(view.layer)
    renderer.commit(at: 0)
    #expect(view.layouts == [CGSize(width: 30, height: 20)])
    view.frame = Self.frame(7, 9, 30, 20)
    renderer.commit(at: 1)
    view.layer.position.x += 1
    view.layer.addSublayer(Layer())
    renderer.commit(at: 2)
    #expect(view.layouts.count == 1)
    view.frame = Self.frame(7, 9, 31, 20)
    renderer.commit(at: 3)
    renderer.commit(at: 4)
    #expect(view.layouts == [CGSize(width: 30, height: 20), CGSize(width: 31, height: 20)])
    view.setNeedsLayout()
    view.setNeedsLayout()
    #expect(view.layouts.count == 2)
    view.layoutIfNeeded()
    #expect(view.layouts.count == 3)
    renderer.commit(at: 5)
    #expect(view.layouts.count == 3)
    view.addSubview(View())
    renderer.commit(at: 6)
    #expect(view.layouts.count == 4)
  }

  @Test("keeps its subviews and their layers in one order")
  func subviews() {
    let parent = View()
    let (a, b, c, d) = (View(), View(), View(), View())
    parent.addSubview(a)
    parent.addSubview(c)
    parent.insertSubview(b, at: 1)
    parent.insertSubview(d, below: a)
    expectSame(parent.subviews, [d, a, b, c])
    parent.insertSubview(a, above: c)
    parent.insertSubview(b, below: b)
    parent.insertSubview(c, at: 99)
    expectSame(parent.subviews, [d, b, a, c])
    expectSame(parent.layer.sublayers ?? [], [d, b, a, c].map(\.layer))
    #expect(a.superview === parent)
    let other = View()
    other.addSubview(b)
    expectSame(parent.subviews, [d, a, c])
    #expect(b.layer.superlayer === other.layer)
    a.removeFromSuperview()
    a.removeFromSuperview()
    #expect(a.superview == nil && a.layer.superlayer == nil)
    #expect(parent.subviews.count == 2)
  }

  @Test("refuses to become its own subview, with a message")
  func cycles() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (parent, child) = (View(), View())
      parent.addSubview(child)
      child.addSubview(parent)
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("a View cannot be a subview of itself or of its subviews"))
  }

  @Test("changes at once, while its other layers animate")
  func noImplicitActions() throws {
    let renderer = try Renderer(size: CGSize(width: 100, height: 50))
    let view = View(frame: Self.frame(0, 0, 30, 20))
    let plain = Layer()
    view.layer.addSublayer(plain)
    renderer.layer.addSublayer(view.layer)
    renderer.commit(at: 0)
    view.frame.origin.x = 40
    plain.position.x = 40
    renderer.commit(at: 1)
    #expect(view.layer.animationKeys() == nil)
    #expect(plain.animationKeys() == ["position"])
  }

  @Test("finds the frontmost subview at a point")
  func hitTesting() {
    let parent = View(frame: Self.frame(0, 0, 100, 50))
    let back = View(frame: Self.frame(10, 10, 40, 30))
    let front = View(frame: Self.frame(30, 20, 40, 20))
    let inner = View(frame: Self.frame(5, 6, 10, 100))
    parent.addSubview(back)
    parent.addSubview(front)
    front.addSubview(inner)
    func hit(_ x: CGFloat, _ y: CGFloat) -> View? { parent.hitTest(CGPoint(x: x, y: y)) }
    #expect(hit(12, 12) === back)
    #expect(hit(34, 24) === front)
    #expect(hit(35, 26) === inner)
    #expect(hit(36, 41) === parent)
    #expect(hit(100, 10) == nil)
    front.isHidden = true
    #expect(hit(35, 26) === back)
    back.layer.opacity = 0.005
    #expect(hit(35, 26) === parent)
    #expect(inner.convert(CGPoint(x: 1, y: 2), to: parent) == CGPoint(x: 36, y: 28))
    #expect(inner.convert(CGPoint(x: 36, y: 28), from: parent) == CGPoint(x: 1, y: 2))
  }

  @Test("is not hit where it takes no input, and hides nothing behind it then")
  func interaction() {
    let parent = View(frame: Self.frame(0, 0, 100, 50))
    let back = View(frame: Self.frame(10, 10, 40, 30))
    let front = View(frame: Self.frame(20, 10, 40, 30))
    let inner = View(frame: Self.frame(0, 0, 40, 30))
    parent.addSubview(back)
    parent.addSubview(front)
    front.addSubview(inner)
    let point = CGPoint(x: 25, y: 15)
    #expect(parent.hitTest(point) === inner)
    inner.isUserInteractionEnabled = false
    #expect(parent.hitTest(point) === front)
    front.isUserInteractionEnabled = false
    inner.isUserInteractionEnabled = true
    #expect(parent.hitTest(point) === back)
    back.alpha = 0.0099
    #expect(parent.hitTest(point) === parent)
    back.alpha = 0.25
    #expect(parent.hitTest(point) === back && back.layer.opacity == 0.25)
    back.clipsToBounds = true
    #expect(back.layer.masksToBounds && !front.clipsToBounds)
    #expect(inner.isDescendant(of: parent) && inner.isDescendant(of: inner))
    #expect(!parent.isDescendant(of: inner) && !back.isDescendant(of: front))
  }

  @Test("follows the size of its superview as its autoresizing mask says")
  func autoresizing() {
    let parent = View(frame: Self.frame(0, 0, 100, 50))
    let (a, b, c) = (
      View(frame: Self.frame(10, 10, 40, 30)), View(frame: Self.frame(10, 10, 40, 30)),
      View(frame: Self.frame(10, 10, 40, 30))
    )
    a.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    b.autoresizingMask = [.flexibleLeftMargin, .flexibleBottomMargin]
    c.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin]
    for view in [a, b, c] { parent.addSubview(view) }
    #expect(a.layer.autoresizingMask == [.layerWidthSizable, .layerHeightSizable])
    parent.frame.size = CGSize(width: 160, height: 80)
    #expect(a.frame == Self.frame(10, 10, 100, 60))
    #expect(b.frame == Self.frame(70, 10, 40, 30))
    #expect(c.frame == Self.frame(40, 40, 40, 30))
  }
}
