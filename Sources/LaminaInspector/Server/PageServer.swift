#if Server
  import Foundation
  import LaminaBase
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOWebSocket

  /// A server of the page, and of the WebSockets of its viewers.
  ///
  /// Each connection carries one request, and is then closed or a WebSocket. What goes wrong on one
  /// closes that one.
  final class PageServer: Sendable {
    let rules: AccessRules
    private let listener: any Channel
    /// The connections that are open.
    private let connections: Locked<[ObjectIdentifier: any Channel]>

    /// Begins to listen.
    ///
    /// - Throws: ``BrowserError``.
    init(
      address: BrowserAddress, limits: ServerLimits, broadcast: FrameBroadcast, input: InputQueue
    ) throws(BrowserError) {
      let connections = Locked<[ObjectIdentifier: any Channel]>([:])
      // The port is known when it is bound, before the first connection is accepted.
      let bound = Locked(AccessRules(address: address, port: address.port))
      let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelOption(.autoRead, value: false)
        .childChannelOption(.socketOption(.so_keepalive), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          let id = ObjectIdentifier(channel)
          let isAccepted = connections.withLock { connections in
            if connections.count >= limits.connections { return false }
            connections[id] = channel
            return true
          }
          guard isAccepted else { return channel.close() }
          channel.closeFuture.whenComplete { _ in
            connections.withLock { _ = $0.removeValue(forKey: id) }
          }
          let rules = bound.withLock { $0 }
          return channel.eventLoop.makeCompletedFuture {
            try Self.configure(channel, rules, limits, broadcast, input)
          }
        }
      do {
        let listener = try bootstrap.bind(host: address.host, port: address.port).wait()
        let rules = AccessRules(
          address: address, port: listener.localAddress?.port ?? address.port)
        bound.withLock { $0 = rules }
        (self.listener, self.rules, self.connections) = (listener, rules, connections)
        try listener.setOption(.autoRead, value: true).wait()
      } catch {
        throw .cannotListen(host: address.host, port: address.port, reason: Self.reason(error))
      }
    }

    private static func reason(_ error: any Error) -> String {
      if let error = error as? IOError { return String(cString: strerror(error.errnoCode)) }
      return String(describing: error)
    }

    /// Closes all connections, and waits until they are.
    func stop() {
      try? listener.close().wait()
      for channel in connections.withLock({ Array($0.values) }) { try? channel.close().wait() }
    }

    private static func configure(
      _ channel: any Channel, _ rules: AccessRules, _ limits: ServerLimits,
      _ broadcast: FrameBroadcast, _ input: InputQueue
    ) throws {
      let pipeline = channel.pipeline.syncOperations
      let bound = RequestBound(limits)
      try pipeline.addHandler(bound)
      let loopBound = NIOLoopBound(bound, eventLoop: channel.eventLoop)
      let upgrader = NIOTypedWebSocketServerUpgrader<Void>(
        maxFrameSize: ViewerMessage.sizeLimit,
        shouldUpgrade: { channel, head in
          let isSocket = rules.answer(to: head, isUpgrade: true) == .socket
          return channel.eventLoop.makeSucceededFuture(isSocket ? HTTPHeaders() : nil)
        },
        upgradePipelineHandler: { channel, _ in
          loopBound.value.lift()
          return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ViewerHandler(broadcast, input))
          }
        })
      var configuration = NIOUpgradableHTTPServerPipelineConfiguration<Void>(
        upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(upgraders: [upgrader]) {
          channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(PageHandler(rules))
          }
        })
      configuration.decoderConfiguration.maxHeaderFieldSize = limits.requestSize / 2
      configuration.decoderConfiguration.maxHeaderListSize = limits.requestSize
      configuration.decoderConfiguration.maxHeaderFieldCount = 64
      try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
        .whenFailure { _ in channel.close(promise: nil) }
    }
  }

  extension AccessRules {
    func answer(to head: HTTPRequestHead, isUpgrade: Bool) -> Answer {
      answer(
        method: head.method.rawValue, target: head.uri, hosts: head.headers["Host"],
        origins: head.headers["Origin"], isUpgrade: isUpgrade)
    }
  }

  /// Closes a connection whose request is too long, in bytes or in time.
  private final class RequestBound: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var bytesLeft: Int
    private let time: TimeAmount
    private var deadline: Scheduled<Void>?
    private var isLifted = false

    init(_ limits: ServerLimits) {
      bytesLeft = limits.requestSize
      time = .milliseconds(limits.requestMilliseconds)
    }

    func handlerAdded(context: ChannelHandlerContext) {
      let channel = context.channel
      deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    /// Ends the bounds: the request is a WebSocket now, which has others.
    func lift() {
      deadline?.cancel()
      isLifted = true
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if !isLifted {
        bytesLeft -= Self.unwrapInboundIn(data).readableBytes
        if bytesLeft < 0 {
          context.close(promise: nil)
          return
        }
      }
      context.fireChannelRead(data)
    }
  }

  /// Answers one request with a file or a refusal, and closes the connection.
  private final class PageHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let rules: AccessRules
    private var isAnswered = false

    init(_ rules: AccessRules) { self.rules = rules }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if isAnswered { return }
      isAnswered = true
      var headers = HTTPHeaders()
      var body = ByteBuffer()
      var status = HTTPResponseStatus.forbidden
      // The head of a refused upgrade does not come here.
      if case .head(let head) = Self.unwrapInboundIn(data),
        case .file(let file) = rules.answer(to: head, isUpgrade: false)
      {
        status = .ok
        headers.add(contentsOf: file.headers(host: head.headers["Host"].first ?? ""))
        body.writeBytes(file.bytes)
      }
      headers.add(name: "Content-Length", value: String(body.readableBytes))
      headers.add(name: "Connection", value: "close")
      let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
      let channel = context.channel
      context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
      context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
      context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in
        channel.close(promise: nil)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }

  /// Sends frames to a viewer while the connection takes them, and passes on its input.
  private final class ViewerHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let broadcast: FrameBroadcast
    private let input: InputQueue
    private var id: Int?

    init(_ broadcast: FrameBroadcast, _ input: InputQueue) {
      (self.broadcast, self.input) = (broadcast, input)
    }

    func handlerAdded(context: ChannelHandlerContext) {
      let this = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      let eventLoop = context.eventLoop
      id = broadcast.addViewer {
        eventLoop.execute {
          let (handler, context) = this.value
          handler.send(context)
        }
      }
      send(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    func channelInactive(context: ChannelHandlerContext) {
      leave()
      context.fireChannelInactive()
    }

    private func leave() {
      guard let id else { return }
      self.id = nil
      // What it held down is held no more.
      _ = input.append([.focusLost], [], from: id)
      input.noteDeparture(of: id)
      broadcast.removeViewer(id)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) { send(context) }

    private func send(_ context: ChannelHandlerContext) {
      while let id, context.channel.isActive, context.channel.isWritable,
        let message = broadcast.nextMessage(for: id)
      {
        let frame =
          switch message {
          case .text(let text):
            WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
          case .binary(let bytes):
            WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: bytes))
          }
        context.writeAndFlush(Self.wrapOutboundOut(frame), promise: nil)
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = Self.unwrapInboundIn(data)
      guard let id else { return }
      // Browsers mask what they send, and send messages of this size whole.
      guard frame.maskKey != nil, frame.fin else { return close(context, .protocolError) }
      let bytes = frame.unmaskedData
      switch frame.opcode {
      case .text:
        do throws(ViewerMessage.Malformed) {
          switch try ViewerMessage(parsing: bytes.readableBytesView, viewer: id) {
          case .shown(let number):
            guard broadcast.confirm(number, for: id) else {
              return close(context, .policyViolation)
            }
            send(context)
          case .request(let request):
            guard broadcast.note(request, of: id) else { return close(context, .policyViolation) }
            input.append(request, from: id)
          case .input(let events, let modifiers):
            guard input.append(events, modifiers, from: id) else {
              return close(context, .policyViolation)
            }
          }
        } catch {
          close(context, .policyViolation)
        }
      case .ping:
        // Who does not read the answers gets no more of them.
        guard context.channel.isWritable else { return close(context, .policyViolation) }
        context.writeAndFlush(
          Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: bytes)), promise: nil)
      case .pong: break
      case .connectionClose: close(context, .normalClosure)
      default: close(context, .unacceptableData)
      }
    }

    private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
      leave()
      var data = ByteBuffer()
      data.write(webSocketErrorCode: code)
      let channel = context.channel
      context.writeAndFlush(
        Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
      ).whenComplete { _ in channel.close(promise: nil) }
      // Who does not read what came before does not hold the connection open.
      if !channel.isWritable { channel.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      leave()
      context.close(promise: nil)
    }
  }
#endif
