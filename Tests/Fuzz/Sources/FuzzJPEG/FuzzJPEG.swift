import FuzzTargets

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  FuzzTarget.jpeg.fuzz(start, count)
}
