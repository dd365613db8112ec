import Dispatch
import Foundation
import Lamina
import LaminaViews

/// A sound that is being read for an ``AudioGraphView``. May be used from any thread.
public final class AudioLoading: Sendable {
  /// How far it has come.
  enum News {
    case progress(Double)
    case finished(Result<DataProvider, AudioLoadError>)
  }

  private struct State {
    var isCancelled = false
    var news: News?
    var requester: FrameRequester?
  }

  private let state = Locked(State())
  private let job = DispatchGroup()

  /// Ends it: reading stops with the next piece, and the view goes on to show what it shows.
  public func cancel() { state.withLock { $0.isCancelled = true } }

  /// Whether ``cancel()`` was called.
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

  /// Leaves news for the view, in the place of older ones, and asks for a frame.
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

  /// Says who is to be asked for frames.
  func setRequester(_ requester: FrameRequester?) { state.withLock { $0.requester = requester } }

  /// Waits until all is read, or it has failed or was cancelled.
  func wait() { job.wait() }
}

extension AudioGraphView {
  /// Reads a sound in the background and shows it when all of it is there. Until then the view shows
  /// what it has, and the ``loadingProgress``.
  ///
  /// What was being loaded before is cancelled. News are taken over before each frame of the host
  /// that the view is in; ``finishLoading()`` waits for them.
  ///
  /// - Parameters:
  ///   - queue: where it is read; the global one by default.
  ///   - completion: called on the thread of the view, not for what was cancelled.
  /// - Returns: what cancels it.
  @discardableResult
  public final func load(
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

  /// Waits until what is being loaded is there, or has failed, and shows it.
  public final func finishLoading() {
    loading?.job.wait()
    takeLoading()
  }

  /// Takes over what there is of a sound that is being loaded.
  final func takeLoading() {
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
