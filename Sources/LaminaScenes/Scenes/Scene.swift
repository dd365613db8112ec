import ArgumentParser
import Foundation
import Lamina

/// A film or a live picture as a program: a tree of layers, and what happens to it as time goes by.
///
/// Its properties are the program's options, with the property wrappers of swift-argument-parser. With
/// `@main` it is the whole program, which draws it into files:
///
/// ```swift
/// @main
/// struct Orbit: Scene {
///   static let scene = SceneConfiguration(size: CGSize(width: 640, height: 360), duration: 10)
///   @Option var planets = 8
///
///   func makeRoot(in context: SceneContext) -> Layer { ... }
///   func update(_ root: Layer, at time: TimeInterval, in context: SceneContext) { ... }
/// }
/// ```
///
/// The root of the tree is a layer, or a view, which takes input where the scene is shown live.
///
/// A frame is a function of the options, the seed and its time. The tree is made once, and committed at
/// time 0. It is updated, and committed, at each time step up to the frame's time, whatever the frame
/// rate; the layers' animations go on between the steps.
public protocol Scene: ParsableArguments {
  /// The layer or view at the root: a class of your own may hold on to the layers that move.
  associatedtype Root: SceneRoot = Layer

  /// The size and length of the scene.
  static var scene: SceneConfiguration { get }

  /// Creates the tree of layers, without animations. The root gets the size of a frame.
  ///
  /// - Throws: what ends the program with a message.
  func makeRoot(in context: SceneContext) throws -> Root

  /// Changes the tree, at a whole number of time steps, from 0 on.
  ///
  /// - Parameters:
  ///   - root: the layer or view that ``makeRoot(in:)`` made.
  ///   - time: seconds since the scene began.
  ///   - context: the size and scale of the frames, and random numbers.
  /// - Throws: what ends the program with a message.
  func update(_ root: Root, at time: TimeInterval, in context: SceneContext) throws
}

extension Scene {
  /// Changes nothing.
  public func update(_ root: Root, at time: TimeInterval, in context: SceneContext) throws {}
}
