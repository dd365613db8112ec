#if Server
  import Foundation
  import Lamina
  import LaminaImages
  import LaminaTestSupport
  import Testing

  @testable import LaminaInspector

  /// A page in Chromium, which is told what to do by the DevTools protocol.
  private final class ChromiumPage {
    static let path = executablePath("chromium")
    static let comment: Comment = "Chromium is not installed: .scripts/test-browser installs it"

    private let process = Process()
    private let folder = TemporaryFolder()
    private let connection: RawWebSocket
    private var session: String?
    private var lastID = 0
    /// The errors in the page's console.
    private(set) var complaints: [String] = []

    /// Opens a page in a window of a size in points, with two pixels for each.
    init(_ url: String, width: Int, height: Int) throws {
      let errors = Pipe()
      process.executableURL = URL(fileURLWithPath: Self.path!)
      process.arguments = [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--remote-debugging-port=0", "--user-data-dir=\(folder("profile"))",
        "--force-color-profile=srgb", "--no-first-run", "about:blank",
      ]
      process.standardError = errors
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      // It says where it listens.
      var text = ""
      var found: URL?
      while found == nil {
        let data = errors.fileHandleForReading.availableData
        guard !data.isEmpty else { throw RawSocket.Failure(description: text) }
        text += String(decoding: data, as: UTF8.self)
        let line = text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1).first {
          $0.contains("DevTools listening on ")
        }
        found = line?.split(separator: " ").last.flatMap { URL(string: String($0)) }
      }
      errors.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
      connection = try RawWebSocket(port: found!.port!, path: found!.path)
      let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"]!
      session =
        try call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]
        as? String
      for domain in ["Page", "Runtime", "Log"] { _ = try call("\(domain).enable") }
      _ = try call(
        "Emulation.setDeviceMetricsOverride",
        ["width": width, "height": height, "deviceScaleFactor": 2, "mobile": false])
      _ = try call("Page.navigate", ["url": url])
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }

    /// Calls a method of the protocol, and returns its result.
    func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
      lastID += 1
      var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
      message["sessionId"] = session
      let data = try JSONSerialization.data(withJSONObject: message)
      try connection.send(String(decoding: data, as: UTF8.self))
      while let (_, payload) = try connection.receive() {
        let object = try JSONSerialization.jsonObject(with: Data(payload))
        guard let answer = object as? [String: Any] else { continue }
        let text = String(decoding: payload, as: UTF8.self)
        switch answer["method"] as? String {
        case "Log.entryAdded" where text.contains(#""level":"error""#): complaints.append(text)
        case "Runtime.exceptionThrown": complaints.append(text)
        default: break
        }
        guard answer["id"] as? Int == lastID else { continue }
        guard let result = answer["result"] as? [String: Any] else {
          throw RawSocket.Failure(description: "\(method): \(answer)")
        }
        return result
      }
      throw RawSocket.Failure(description: "Chromium has closed the connection")
    }

    /// Evaluates an expression, and waits for its promise.
    func evaluate(_ expression: String) throws -> Any? {
      let answer = try call(
        "Runtime.evaluate",
        ["expression": expression, "awaitPromise": true, "returnByValue": true])
      if let exception = answer["exceptionDetails"] {
        throw RawSocket.Failure(description: "\(expression): \(exception)")
      }
      return (answer["result"] as? [String: Any])?["value"]
    }

    /// Waits until a condition holds, which is checked whenever the page changes.
    func wait(until condition: String) throws {
      _ = try evaluate(
        """
        new Promise((resolve) => {
          const check = () => { try { return \(condition); } catch { return false; } };
          if (check()) return resolve(true);
          const observer = new MutationObserver(() => {
            if (!check()) return;
            observer.disconnect();
            resolve(true);
          });
          observer.observe(
            document, { attributes: true, childList: true, characterData: true, subtree: true });
        })
        """)
    }

    /// The pixels of the canvas.
    func canvas() throws -> Bitmap {
      let text = try evaluate(
        """
        (() => {
          const canvas = document.getElementById("view");
          const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
          let text = "";
          for (const byte of data) text += String.fromCharCode(byte);
          return canvas.width + " " + canvas.height + " " + btoa(text);
        })()
        """)
      let parts = (text as? String ?? "").split(separator: " ").map(String.init)
      let bytes = [UInt8](Data(base64Encoded: parts.last ?? "") ?? Data())
      let pixels = (0..<bytes.count / 4).map { index in
        let pixel = bytes[4 * index..<4 * index + 4].map(UInt32.init)
        return pixel[3] << 24 | pixel[0] << 16 | pixel[1] << 8 | pixel[2]
      }
      return try Bitmap(width: Int(parts[0]) ?? 0, height: Int(parts[1]) ?? 0, pixels: pixels)
    }

    /// Returns the page as the user sees it, two pixels per point.
    func screenshot() throws -> Bitmap {
      let text = try call("Page.captureScreenshot")["data"] as? String
      return try Bitmap(encoded: [UInt8](Data(base64Encoded: text ?? "") ?? Data()))
    }

    /// Clicks at a place in points of the window.
    func click(x: Double, y: Double) throws {
      for type in ["mousePressed", "mouseReleased"] {
        _ = try call(
          "Input.dispatchMouseEvent",
          ["type": type, "x": x, "y": y, "button": "left", "clickCount": 1])
      }
    }
  }

  @Suite(
    "A page in Chromium", .serialized, .timeLimit(.minutes(3)),
    .enabled(if: ChromiumPage.path != nil, ChromiumPage.comment))
  struct PageBrowserTests {
    @Test("shows exactly the frame, takes clicks and keys, and connects again after a restart")
    func page() throws {
      var address = BrowserAddress()
      let title = #"<img src=x onerror="document.title='attacked'"> & more"#
      let first = try ServedView(title: title, address: address)
      let page = try ChromiumPage(first.url, width: 260, height: 200)
      try page.wait(until: #"document.getElementById("view").dataset.frame === "1""#)
      let start = CGPoint(x: 20, y: 20)
      #expect(try page.canvas() == ServedView.expected(at: start))

      // A title is text.
      #expect(try page.evaluate("document.title") as? String == title)
      #expect(
        try page.evaluate(#"document.getElementById("title").textContent"#) as? String == title)
      #expect(try page.evaluate("document.images.length") as? Int == 0)
      #expect(
        try page.evaluate(#"document.getElementById("state").textContent"#) as? String
          == "connected")

      // The picture has the size of its points, and the screen exactly its pixels.
      let box = try #require(
        try page.evaluate(
          #"Object.values(document.getElementById("view").getBoundingClientRect().toJSON())"#)
          as? [Double])
      let (left, top) = (box[0], box[1])
      #expect(box[2] == 200)
      #expect(box[3] == 100)
      let screen = try page.screenshot()
      let expected = try ServedView.expected(at: start)
      let (x, y) = (Int(2 * left), Int(2 * top))
      var isSame = true
      for row in 0..<expected.height {
        for column in 0..<expected.width where isSame {
          isSame = screen[x + column, y + row] == expected[column, row]
        }
      }
      #expect(isSame)
      if let path = ProcessInfo.processInfo.environment["LAMINA_SCREENSHOT"] {
        try screen.write(toFile: path)
      }

      // A click moves the square, and nothing else is sent.
      try page.click(x: left + 150, y: top + 40)
      try page.wait(until: #"document.getElementById("view").dataset.frame === "2""#)
      #expect(try page.canvas() == ServedView.expected(at: CGPoint(x: 150, y: 40)))

      // The program ends, and starts anew.
      first.close()
      try page.wait(until: #"document.getElementById("state").textContent === "disconnected""#)
      address.port = try #require(URL(string: first.url)?.port)
      let second = try ServedView(title: title, address: address)
      try page.wait(
        until: """
          document.getElementById("state").textContent === "connected"
            && document.getElementById("view").dataset.frame === "1"
          """)
      #expect(try page.canvas() == ServedView.expected(at: start))
      second.close()

      // What the page was refused, but for the connections that failed meanwhile.
      #expect(page.complaints.filter { !$0.contains("ERR_CONNECTION") } == [])
    }
  }
#endif
