import Foundation
import Lamina
import LaminaViews

/// The root of a scene's tree: a `Layer`, or a `View`, which takes input.
public protocol SceneRoot: AnyObject {
  /// Returns a view that shows the tree.
  ///
  /// - Parameter size: the size of a frame in points.
  func makeSceneView(size: CGSize) -> View
}

extension Layer: SceneRoot {
  /// Returns a view that the layer fills.
  public func makeSceneView(size: CGSize) -> View {
    let view = View()
    Transaction.run(disableActions: true) {
      frame = CGRect(origin: .zero, size: size)
      view.layer.addSublayer(self)
    }
    return view
  }
}

extension View: SceneRoot {
  /// Returns the view itself.
  public func makeSceneView(size: CGSize) -> View { self }
}
