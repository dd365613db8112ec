import ArgumentParser
import Foundation
import Lamina
import LaminaAudioGraphs
import LaminaImages
import LaminaScenes

/// The input and the output of peaks.
extension WaveformCommand {
  /// Validates the options for writing peaks.
  func validatePeaks(to peaks: String) throws {
    guard ["dat", "json", "txt"].contains((peaks as NSString).pathExtension.lowercased()) else {
      throw ValidationError("--peaks '\(peaks)': the name must end in .dat, .json or .txt")
    }
    guard !live.display.isChosen else {
      throw ValidationError("--peaks writes a file: leave out --window and --terminal")
    }
    let idle: KeyValuePairs = [
      "--width": wantedWidth != nil, "--height": wantedHeight != nil, "--scale": wantedScale != nil,
      "--from": from != nil, "--to": to != nil, "--seconds": wantedSeconds != nil, "--mean": mean,
      "--decibels": decibels != nil, "--style": wantedStyle != nil, "--color": color != nil,
      "--ruler": wantsRuler == true, "--no-ruler": wantsRuler == false,
    ]
    if let (name, _) = (Array(outputOptions.given) + Array(idle)).first(where: \.value) {
      throw ValidationError("--peaks draws nothing: leave out \(name)")
    }
    if let samplesPerPixel, !(1...Int(Int32.max)).contains(samplesPerPixel) {
      throw ValidationError(
        "--samples-per-pixel \(samplesPerPixel): it must be from 1 to 2147483647")
    }
    if let bits, PeaksFile.Bits(rawValue: bits) == nil {
      throw ValidationError("--bits \(bits): it must be 8 or 16")
    }
    if let peaksVersion {
      guard (1...2).contains(peaksVersion) else {
        throw ValidationError("--peaks-version \(peaksVersion): it must be 1 or 2")
      }
      guard (peaks as NSString).pathExtension.lowercased() == "dat" else {
        throw ValidationError("--peaks-version is for .dat files")
      }
    }
  }

  /// Rejects options that apply only to samples if the input is peaks.
  func refuseSampleOptions() throws {
    let idle: KeyValuePairs = [
      "--mono": mono, "--mean": mean, "--allow-truncated": allowTruncated,
    ]
    if let (name, _) = idle.first(where: \.value) {
      throw ValidationError("'\(input)' has peaks, but no samples: leave out \(name)")
    }
  }

  /// True if the input's name says that it is a file of peaks.
  var isPeaksFile: Bool {
    input != "-" && ["dat", "json"].contains((input as NSString).pathExtension.lowercased())
  }

  /// Returns the peaks that the options ask for. Those of a file of peaks are kept as they are if
  /// the options ask for nothing else.
  func makePeaks(
    of sound: SoundInput, _ interruption: Interruption
  ) throws -> PeaksFile {
    let known = sound.peaks
    let bits = bits.map { PeaksFile.Bits(rawValue: $0)! } ?? known?.bits ?? .sixteen
    let samplesPerPixel = samplesPerPixel ?? known?.samplesPerPixel ?? 256
    // Only the binary form has several versions.
    let isBinary = peaks?.lowercased().hasSuffix(".dat") == true
    let version =
      peaksVersion ?? (isBinary && known?.channelCount == 1 ? 1 : known?.version)
    if let known, known.bits == bits, known.samplesPerPixel == samplesPerPixel,
      known.version == version, amplitudeScale == nil
    {
      return known
    }
    let provider = try load(sound, interruption)
    let factor: Double? =
      switch amplitudeScale {
      case .automatic: provider.largestMagnitude > 0 ? 1 / Double(provider.largestMagnitude) : 1
      case .factor(let factor): factor
      case nil: nil
      }
    return try PeaksFile(
      provider, samplesPerPixel: samplesPerPixel, bits: bits, version: version,
      amplitudeScale: factor)
  }

  func write(_ file: PeaksFile, to path: String) throws {
    let bytes =
      switch (path as NSString).pathExtension.lowercased() {
      case "json": file.json()
      case "txt": file.text()
      default: file.dat()
      }
    let target = try OutputFile(.file(path: path), createsFolder: true)
    do {
      try target.write(bytes)
      try target.finish()
    } catch {
      target.abandon()
      throw error
    }
    if !quiet {
      StandardStreams.say(
        "wrote \(path.escaped): \(file.length) points of \(file.samplesPerPixel) samples")
    }
  }
}
