// swift-format-ignore-file
import Foundation
import Lamina
import LaminaRecording
import LaminaTesting
import Testing

/// Fails as long as the frame shows what is wrong: hash != 26259c1632c08a80.
@Suite("The frame at 1.4375 s")
struct ShrunkSampleTests {
  @Test("does not show: hash != 26259c1632c08a80")
  func frame() throws {
    let layer = Layer()
    let shape = ShapeLayer()
    let gradient = GradientLayer()
    let replicator = ReplicatorLayer()
    let emitter = EmitterLayer()
    let layer2 = Layer()
    let transform = TransformLayer()
    let layer3 = Layer()
    let layer4 = Layer()
    let layer5 = Layer()
    var path = Path()
    path.move(to: CGPoint(x: 11, y: 6))
    path.addCurve(to: CGPoint(x: 6, y: 11), control1: CGPoint(x: 11, y: 8.761423749153966), control2: CGPoint(x: 8.761423749153966, y: 11))
    path.addCurve(to: CGPoint(x: 1, y: 6), control1: CGPoint(x: 3.238576250846033, y: 11), control2: CGPoint(x: 1, y: 8.761423749153966))
    path.addCurve(to: CGPoint(x: 6, y: 1), control1: CGPoint(x: 1, y: 3.238576250846033), control2: CGPoint(x: 3.238576250846033, y: 1))
    path.addCurve(to: CGPoint(x: 11, y: 6), control1: CGPoint(x: 8.761423749153966, y: 1), control2: CGPoint(x: 11, y: 3.238576250846033))
    path.closeSubpath()
    let cell = EmitterCell()
    cell.name = "spark"
    cell.birthRate = 12
    let bitmap = try Bitmap(
      width: 1, height: 1,
      pixels: Array(repeating: 0xFFC606D4, count: 1))
    cell.contents = bitmap
    cell.emissionLongitude = -1.5707963267948966
    cell.emissionRange = 1
    cell.lifetime = 0.75
    cell.scale = 0.25
    cell.velocity = 14
    let data = Data(base64Encoded: """
      BYnr/1AWzv+eLAn/wn5b/0Dzuf9qLtD/d+XQ//4Trv8T93//HwTy/xNWd/89niP/9pnl/2rRMP+466b/lppk/6FE\
      Bv+K9Bn/u6em/zbcHv8jvuH/eKnM/xjGrv9GW+z/wIWA/whxl/8T2hX/WSQp/z9bZP8Qa2r/U3Hz/xIUhf8d3Zv/\
      Unpo/74OT//3K8j/6rGO/8VQhP9jMpD/kBl//+FbtP8gmc3/Su+8/wDmgP9Evbj/Sko3//XFrP+L7zb/mYSG/48U\
      tv/Sl87/GRcb/20ZXv8yLc//2Yna/7IRav/RmXT/XKzE/1Uvlv+nfoL/8X/g/1/K1f/W5G3/wgSM/+sAsf/hcir/\
      a3dh/y+gUP9rZbf/5BAi/4vSXf/jYWr/b/XO/7MHR/8F5sz/CRfa/xSidv9RF3H/sRqH/xxF4v+Xamv/fTgf/3ss\
      XP9uDCb/3PWD/6JUu//crFz/HkVg/8TiBv9pWP//zahG//KMMv/r6P//tivM/6wVE/8eUnv/uVZs/0JA5/8+91H/\
      Y2zt/6VB+/9qF+j/o+RG/xk7z/9GVQD/AqNm/wTTBv9d/aL/3tqx/8GhfP8o/+D/YHbn/9p9Xv8y6jb/vY/g/z8N\
      N//NZZn/1gXl/yg6U//ZvnX/E0EJ/+r/Hf/MmRP/DLbn/zPANv9mgOj/MAau/6PFpP/KIdX/0wzi/9d94v8J4Pf/\
      nlVM/1a8Ef8Zd9v/k+Qw/yXcpf9Y2kX/KM60/zxGkP9562j/+76o/+35zv+DJOf/nwhA/2fTS//ksA//SWkr/wt8\
      Gv82bcn/m0kv/5VDz/8vpKX/zYLI/2sbZ/+0coT/TS6R/w2eLv9+xrv/9PwB/5ot+v/D8er/4eBL/zu8p//7le7/\
      f+9R/820Nv+FubD/7Yjv/6fld/8kLvL/Myos/5VaI//A6tP/3JA9/x7vgP+Yh3b/+T6l/zc/Cv9XKWr/A2gx/7Cq\
      SP/N92b/BKOu/1MCY/97osb/OX00/wICVv+X0pX/JJMY/4iwB/+HQl//vnYn/2K1uf/EpVb/N7r//yrr2f9f1sv/\
      GcF1/6I99/+lwD7/gWC//5KkCf92JBP/r/gX/3ZY8v+Uv0D/7drI/+ntsv+L/wj/9XA4/yIPgP+HfuH/YmuZ///A\
      Fv8KIvf/Xoqu/4MrZv/pNKP/89Vm/1vbHf+rYDL/EyJ6/4gXnP9GlLz/GU0a/wxn5P8M4QL/tbXS/+ptRf+FX93/\
      g2hv//jN0P+srYr/4Frx/9Emiv/+C1H/gqop/2nThv8yl8z/0SLc/8Jn2P+vB0n/5aG2/5T9Y/8n0a7/yaVz/8fN\
      ev/Q45H/1dZy/+QtgP9nn5D/lxQ0/2RThf9MKgb/XemT/w==
      """)!
    let bitmap2 = try Bitmap(
      width: 16, height: 16,
      pixels: data.withUnsafeBytes { pixels in (0..<256).map { UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)) } })
    Transaction.run(disableActions: true) {
      layer.backgroundColor = Color(rgb: 0xEEF2F6)
      layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
      layer.position = CGPoint(x: 20, y: 15)
      layer.sublayers = [shape, gradient, replicator, emitter, layer2, transform]
      shape.name = "shape"
      shape.bounds = CGRect(x: 0, y: 0, width: 12, height: 12)
      shape.fillColor = Color(red: 1, green: 0.5, blue: 0, alpha: 1)
      shape.lineDashPattern = [3, 1.5]
      shape.path = path
      shape.position = CGPoint(x: 7, y: 7)
      shape.strokeColor = Color.black
      gradient.bounds = CGRect(x: 0, y: 0, width: 12, height: 12)
      gradient.colors = [Color.red, Color.green, Color.blue]
      gradient.cornerRadius = 4
      gradient.locations = [0, 0.25, 1]
      gradient.position = CGPoint(x: 21, y: 7)
      gradient.mask = layer3
      replicator.bounds = CGRect(x: 0, y: 0, width: 14, height: 12)
      replicator.instanceCount = 3
      replicator.instanceDelay = 0.125
      replicator.instanceTransform = Transform3D(Transform2D(a: 1, b: 0, c: 0, d: 1, tx: 4, ty: 1))
      replicator.position = CGPoint(x: 8, y: 22)
      replicator.sublayers = [layer4]
      emitter.bounds = CGRect(x: 0, y: 0, width: 10, height: 12)
      emitter.emitterCells = [cell]
      emitter.emitterPosition = CGPoint(x: 5, y: 10)
      emitter.position = CGPoint(x: 22, y: 22)
      emitter.seed = 7
      layer2.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      layer2.contents = bitmap2
      layer2.filters = [Filter.saturation(0.25), Filter.gaussianBlur(radius: 0.5)]
      layer2.position = CGPoint(x: 33, y: 7)
      layer2.shadowOpacity = 0.5
      transform.bounds = CGRect(x: 0, y: 0, width: 10, height: 12)
      transform.position = CGPoint(x: 33, y: 22)
      transform.sublayers = [layer5]
      layer3.backgroundColor = Color.black
      layer3.bounds = CGRect(x: 0, y: 0, width: 8, height: 9)
      layer3.position = CGPoint(x: 6, y: 6.5)
      layer4.backgroundColor = Color(rgb: 0x7A3E9D)
      layer4.bounds = CGRect(x: 0, y: 0, width: 3, height: 3)
      layer4.position = CGPoint(x: 1.5, y: 1.5)
      layer5.backgroundColor = Color(red: 0, green: 0.5, blue: 0.25, alpha: 0.75)
      layer5.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
      layer5.position = CGPoint(x: 4.5, y: 4.5)
      layer5.transform = Transform3D(m11: 0.8775825618903728, m12: 0, m13: -0.479425538604203, m14: 0, m21: 0, m22: 1, m23: 0, m24: 0, m31: 0.479425538604203, m32: 0, m33: 0.8775825618903728, m34: 0, m41: 0, m42: 0, m43: 0, m44: 1)
    }
    let renderer = try Renderer(layer: layer, width: 40, height: 30, scale: 1)
    let scene = TestScene(renderer: renderer, startingAt: 0)
    try scene.advance(to: 0)
    let animation = BasicAnimation(keyPath: "transform")
    animation.fromValue = 0
    animation.toValue = 6.283185307179586
    animation.duration = 1
    animation.timingFunction = TimingFunction(controlPoints: 0.3, 0, 0.6, 1.1)
    animation.valueFunction = ValueFunction(name: .rotateZ)
    animation.repeatCount = .infinity
    animation.beginTime = 0.0625
    animation.isRemovedOnCompletion = false
    Transaction.run(disableActions: true) {
      layer5.add(animation, forKey: "spin")
    }
    try scene.advance(to: 0.0625)
    let animation2 = BasicAnimation(keyPath: "position")
    animation2.fromValue = CGPoint(x: 7, y: 7)
    animation2.duration = 0.25
    animation2.timingFunction = TimingFunction.default
    animation2.fillMode = .backwards
    animation2.beginTime = 0.125
    animation2.isRemovedOnCompletion = false
    Transaction.run(disableActions: true) {
      shape.position = CGPoint(x: 12, y: 7)
      shape.add(animation2, forKey: "position")
    }
    try scene.advance(to: 0.125)
    let animation3 = KeyframeAnimation(keyPath: "position.y")
    animation3.values = [2, 8, 4, 2]
    animation3.duration = 0.5
    animation3.calculationMode = .cubic
    animation3.keyTimes = [0, 0.25, 0.5, 1]
    animation3.timingFunctions = [TimingFunction.easeIn, TimingFunction.easeOut, TimingFunction.linear]
    animation3.repeatCount = 2
    animation3.beginTime = 0.1875
    animation3.isRemovedOnCompletion = false
    Transaction.run(disableActions: true) {
      layer4.add(animation3, forKey: "hop")
    }
    try scene.advance(to: 0.1875)
    let animation4 = Transition()
    animation4.duration = 0.25
    animation4.timingFunction = TimingFunction.default
    animation4.fillMode = .backwards
    animation4.beginTime = 0.25
    animation4.isRemovedOnCompletion = false
    Transaction.run(disableActions: true) {
      layer2.isHidden = true
      layer2.add(animation4, forKey: "transition")
    }
    try scene.advance(to: 0.25)
    try scene.advance(to: 0.3125)
    try scene.advance(to: 0.375)
    Transaction.run(disableActions: true) {
      shape.removeAnimation(forKey: "position")
    }
    try scene.advance(to: 0.4375)
    let animation5 = Transition()
    animation5.duration = 0.25
    animation5.timingFunction = TimingFunction.default
    animation5.fillMode = .backwards
    animation5.beginTime = 0.5
    animation5.isRemovedOnCompletion = false
    let animation6 = BasicAnimation(keyPath: "opacity")
    animation6.fromValue = 1
    animation6.duration = 0.25
    animation6.timingFunction = TimingFunction.default
    animation6.fillMode = .backwards
    animation6.beginTime = 0.5
    animation6.isRemovedOnCompletion = false
    Transaction.run(disableActions: true) {
      layer.sublayers = [transform, layer2, emitter, replicator, gradient, shape]
      layer.add(animation5, forKey: "transition")
      gradient.opacity = 0.5
      gradient.add(animation6, forKey: "opacity")
    }
    try scene.advance(to: 0.5)
    Transaction.run(disableActions: true) {
      layer2.removeAnimation(forKey: "transition")
    }
    try scene.advance(to: 0.5625)
    let animation8 = BasicAnimation(keyPath: "opacity")
    animation8.toValue = 0.25
    let animation9 = SpringAnimation(keyPath: "bounds.size.width")
    animation9.byValue = 4
    animation9.damping = 5
    let animation7 = AnimationGroup()
    animation7.animations = [animation8, animation9]
    animation7.duration = 0.5
    animation7.autoreverses = true
    animation7.beginTime = 0.625
    animation7.isRemovedOnCompletion = false
    Transaction.run(disableActions: true) {
      gradient.add(animation7, forKey: nil)
    }
    try scene.advance(to: 0.625)
    try scene.advance(to: 0.6875)
    let animation10 = Transition()
    animation10.duration = 0.25
    animation10.timingFunction = TimingFunction.default
    animation10.fillMode = .backwards
    animation10.beginTime = 0.75
    animation10.isRemovedOnCompletion = false
    let animation11 = BasicAnimation(keyPath: "contentsRect")
    animation11.fromValue = CGRect(x: 0, y: 0, width: 1, height: 1)
    animation11.duration = 0.25
    animation11.timingFunction = TimingFunction.default
    animation11.fillMode = .backwards
    animation11.beginTime = 0.75
    animation11.isRemovedOnCompletion = false
    Transaction.run(disableActions: true) {
      layer2.contentsRect = CGRect(x: 0.25, y: 0, width: 0.5, height: 1)
      layer2.isHidden = false
      layer2.add(animation10, forKey: "transition")
      layer2.add(animation11, forKey: "contentsRect")
    }
    try scene.advance(to: 0.75)
    Transaction.run(disableActions: true) {
      layer.removeAnimation(forKey: "transition")
      gradient.removeAnimation(forKey: "opacity")
    }
    try scene.advance(to: 0.8125)
    let animation12 = Transition()
    animation12.duration = 0.25
    animation12.timingFunction = TimingFunction.default
    animation12.fillMode = .backwards
    animation12.beginTime = 0.875
    animation12.isRemovedOnCompletion = false
    Transaction.run(disableActions: true) {
      layer.sublayers = [transform, layer2, emitter, gradient, shape]
      layer.add(animation12, forKey: "transition")
    }
    try scene.advance(to: 0.875)
    try scene.advance(to: 0.9375)
    let replicator2 = ReplicatorLayer()
    let layer6 = Layer()
    Transaction.run(disableActions: true) {
      shape.speed = 0.5
      shape.sublayers = [replicator2]
      replicator2.bounds = CGRect(x: 0, y: 0, width: 14, height: 12)
      replicator2.instanceCount = 3
      replicator2.instanceDelay = 0.125
      replicator2.instanceTransform = Transform3D(Transform2D(a: 1, b: 0, c: 0, d: 1, tx: 4, ty: 1))
      replicator2.position = CGPoint(x: 8, y: 22)
      replicator2.sublayers = [layer6]
      layer6.backgroundColor = Color(rgb: 0x7A3E9D)
      layer6.bounds = CGRect(x: 0, y: 0, width: 3, height: 3)
      layer6.position = CGPoint(x: 1.5, y: 1.5)
    }
    try scene.advance(to: 1)
    Transaction.run(disableActions: true) {
      layer2.removeAnimation(forKey: "transition")
      layer2.removeAnimation(forKey: "contentsRect")
    }
    try scene.advance(to: 1.0625)
    Transaction.run(disableActions: true) {
      layer5.removeAnimation(forKey: "spin")
    }
    try scene.advance(to: 1.125)
    Transaction.run(disableActions: true) {
      layer.removeAnimation(forKey: "transition")
    }
    try scene.advance(to: 1.1875)
    let animation13 = Transition()
    animation13.duration = 0.25
    animation13.timingFunction = TimingFunction.default
    animation13.fillMode = .backwards
    animation13.beginTime = 1.25
    animation13.isRemovedOnCompletion = false
    Transaction.run(disableActions: true) {
      gradient.mask = nil
      gradient.add(animation13, forKey: "transition")
    }
    try scene.advance(to: 1.25)
    try scene.advance(to: 1.3125)
    try scene.advance(to: 1.375)
    let frame = try scene.advance(to: 1.4375)
    #expect(frame.bitmap.recordedHash == "26259c1632c08a80")
  }
}
