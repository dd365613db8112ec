/// Returns the number a part `f` of the way from `a` to `b`; exactly `b` at 1, and `a` where both are
/// equal. `f` outside 0...1 goes past the ends. Does not overflow between finite ends.
@inlinable package func interpolate(_ a: Double, _ b: Double, _ f: Double) -> Double {
  if f == 1 { return b }
  let difference = b - a
  if difference.isFinite { return a + difference * f }
  return a * (1 - f) + b * f
}

extension Color {
  /// Returns the colour a part `f` of the way to another, component by component.
  @inlinable package func interpolated(to b: Color, _ f: Double) -> Color {
    Color(
      red: interpolate(red, b.red, f), green: interpolate(green, b.green, f),
      blue: interpolate(blue, b.blue, f), alpha: interpolate(alpha, b.alpha, f))
  }
}
