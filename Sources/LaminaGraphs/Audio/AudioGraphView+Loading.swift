import Dispatch
import Foundation
import Lamina
import LaminaViews

/// The loading of a sound for an ``AudioGraphView``. It may be used from any thread.
public final class AudioLoading: Sendable {
  /// A report of the progress or of the result.
  enum News {
    case progress(Double)
    case finished(Result<DataProvider, AudioLoadError>)
  }

  private struct LoadingState {
    var isCancelled = false
    var news: News?
    var requester: FrameRequester?
  }

  private let state = Locked(LoadingState())
  private let job = DispatchGroup()

  /// Cancels the loading: reading stops before the next chunk, and the view keeps what it shows.
  public func cancel() { state.withLock { $0.isCancelled = true } }

  /// A Boolean value indicating whether ``cancel()`` was called.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func start(
    _ source: some AudioSource, _ mix: DataProvider.ChannelMix, on queue: DispatchQueue
  ) {
    job.enter()
    queue.async { [self] in
      let result: Result<DataProvider, AudioLoadError>
      do throws(AudioLoadError) {
        result = .success(
          try DataProvider(
            source: source, mix: mix, isCancelled: { isCancelled },
            progress: { tell(.progress($0.fraction)) }))
      } catch {
        result = .failure(error)
      }
      tell(.finished(result))
      job.leave()
    }
  }

  /// Posts news for the view, in place of older news, and requests a frame.
  private func tell(_ news: News) {
    let requester = state.withLock { state in
      state.news = news
      return state.requester
    }
    requester?.setNeedsFrame()
  }

  func takeNews() -> News? {
    state.withLock { state in
      let news = state.news
      state.news = nil
      return news
    }
  }

  /// Sets the object that requests frames.
  func setRequester(_ requester: FrameRequester?) { state.withLock { $0.requester = requester } }

  /// Waits until the sound has been read, or has failed or been cancelled.
  func wait() { job.wait() }

  /// Waits likewise, without occupying a thread.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; the sound is read all the same.
  func finish(isolation: isolated (any Actor)? = #isolation) async throws(CancellationError) {
    try await job.finish()
  }
}

extension AudioGraphView {
  /// Reads a sound in the background and shows it when it is complete. Until then, the view shows
  /// its current sound and the ``loadingProgress``.
  ///
  /// Loading already in progress is cancelled. The view takes over the progress and the result
  /// before each frame of its host; ``finishLoading()`` waits for the result.
  ///
  /// - Parameters:
  ///   - source: the sound to read.
  ///   - mix: whether channels are shown separately or mixed.
  ///   - queue: the queue on which the sound is read; the global one by default.
  ///   - completion: called on the view's thread, but not for cancelled loading.
  /// - Returns: an object that cancels the loading.
  @discardableResult
  public func load(
    _ source: some AudioSource, mix: DataProvider.ChannelMix = .separate,
    queue: DispatchQueue = .global(),
    completion: ((Result<DataProvider, AudioLoadError>) -> Void)? = nil
  ) -> AudioLoading {
    loading?.job.cancel()
    let job = AudioLoading()
    job.setRequester(host?.frameRequester)
    loading = (job, completion)
    loadingProgress = 0
    job.start(source, mix, on: queue)
    return job
  }

  /// Waits until the sound being loaded is complete, or has failed, and shows it.
  public func finishLoading() {
    loading?.job.wait()
    takeLoading()
  }

  /// Waits until the sound being loaded is complete, or has failed, without occupying a thread, and
  /// shows it.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; the sound is loaded all the same.
  public func finishLoading(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    try await loading?.job.finish()
    takeLoading()
  }

  /// Applies the latest progress or the result of the sound being loaded.
  func takeLoading() {
    guard let (job, completion) = loading else { return }
    if job.isCancelled {
      loading = nil
      loadingProgress = nil
      return
    }
    switch job.takeNews() {
    case nil: return
    case .progress(let part): loadingProgress = part
    case .finished(let result):
      loading = nil
      loadingProgress = nil
      if case .success(let provider) = result { dataProvider = provider }
      completion?(result)
    }
  }
}
