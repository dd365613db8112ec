#if Server
  import Foundation
  import Lamina
  import LaminaImages
  import LaminaRecording
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

    /// Waits until a condition holds, which is checked before each frame that the page draws.
    func wait(until condition: String) throws {
      do {
        _ = try evaluate(
          """
          new Promise((resolve) => {
            const holds = () => { try { return \(condition); } catch { return false; } };
            const check = () => { holds() ? resolve(true) : requestAnimationFrame(check); };
            check();
          })
          """)
      } catch {
        throw RawSocket.Failure(description: "waiting for \(condition): \(error)")
      }
    }

    /// The pixels of a canvas.
    func canvas(_ id: String = "view") throws -> Bitmap {
      let text = try evaluate(
        """
        (() => {
          const canvas = document.getElementById("\(id)");
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
    "A page in Chromium", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: ChromiumPage.path != nil, ChromiumPage.comment))
  struct PageBrowserTests {
    @Test(
      "shows exactly the frame, takes clicks and keys, and connects again after a restart", .slow)
    func page() throws {
      let address = try BrowserAddress(port: LastingPort.next())
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
        try screen.write(toFile: "\(path).page.png")
      }

      // A click moves the square, and nothing else is sent.
      try page.click(x: left + 150, y: top + 40)
      try page.wait(until: #"document.getElementById("view").dataset.frame === "2""#)
      #expect(try page.canvas() == ServedView.expected(at: CGPoint(x: 150, y: 40)))

      // The program ends, and starts anew.
      first.close()
      try page.wait(until: #"document.getElementById("state").textContent === "disconnected""#)
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

    @Test("moves what merely moved, and stays exact where the two places overlap")
    func copies() throws {
      let server = try TestServer()
      let page = try ChromiumPage(server.server.rules.url, width: 260, height: 200)
      while server.broadcast.viewerCount == 0 { sched_yield() }
      var random = SeededGenerator(seed: firstWalkSeed)
      let (width, height) = (160, 120)
      var pixels = (0..<width * height).map { _ in
        random.chance(20) ? 0xFF00_0000 | UInt32(random.below(1 << 24)) : 0xFF20_3040
      }
      let whole = PixelRect(x: 0, y: 0, width: width, height: height)
      for (dx, dy) in [(0, 0), (-1, 0), (3, 0), (0, -5), (0, 2), (-2, 7), (11, -4), (-1, -1)] {
        let old = pixels
        for y in max(0, dy)..<min(height, height + dy) {
          for x in max(0, dx)..<min(width, width + dx) {
            pixels[y * width + x] = old[(y - dy) * width + x - dx]
          }
        }
        pixels[random.below(pixels.count)] = 0xFFFF_FFFF
        let bitmap = try Bitmap(width: width, height: height, pixels: pixels)
        server.broadcast.show(bitmap, in: [whole], scale: 1, time: 0)
        while try page.canvas() != bitmap {}
      }
      #expect(page.complaints == [])
    }

    @Test(
      "of an inspector shows the layers, selects by a click, and animates what is edited", .slow)
    func inspector() throws {
      let served = try ServedView()
      let page = try ChromiumPage(served.url + "inspector", width: 1100, height: 620)
      try page.wait(until: #"document.querySelectorAll('#tree button').length === 2"#)
      #expect(
        try page.evaluate(#"document.querySelector('#tree li:last-child button').textContent"#)
          as? String == "Layer<b>square</b>")
      #expect(try page.evaluate(#"document.querySelectorAll("b").length"#) as? Int == 0)
      #expect(try page.canvas() == ServedView.expected(at: CGPoint(x: 20, y: 20)))

      // Pointing selects, and is not the view's input.
      _ = try page.evaluate(#"document.getElementById("point").click()"#)
      let box = try #require(
        try page.evaluate(
          #"Object.values(document.getElementById("view").getBoundingClientRect().toJSON())"#)
          as? [Double])
      try page.click(x: box[0] + 20, y: box[1] + 20)
      try page.wait(
        until: #"document.querySelector('#tree li:last-child button').ariaCurrent === "true""#)
      try page.wait(until: #"document.querySelectorAll('#properties tr').length > 20"#)
      #expect(try page.canvas() == ServedView.expected(at: CGPoint(x: 20, y: 20)))

      func edit(_ key: String, _ value: String) throws {
        _ = try page.evaluate(
          """
          (() => {
            const input = document.querySelector('#properties input[aria-label="\(key)"]');
            input.focus();
            input.value = "\(value)";
            input.dispatchEvent(new Event("change"));
            input.blur();
          })()
          """)
      }
      // Slowly enough for the frames on the way to be seen, and then at once.
      _ = try page.evaluate(#"document.getElementById("duration").value = "10""#)
      try edit("position", "(160, 60)")
      try page.wait(until: #"document.querySelector('#animations li').textContent.length > 0"#)
      try page.wait(
        until: """
          document.querySelector('#causes li').textContent.includes("position")
            && document.querySelector('#frame').textContent.includes("hash")
          """)
      let shown = try page.evaluate(
        #"document.querySelector('#properties [aria-label="position"]').value"#)
      #expect(shown as? String == "(160, 60)")
      if let path = ProcessInfo.processInfo.environment["LAMINA_SCREENSHOT"] {
        for theme in ["light", "dark"] {
          _ = try page.call(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": theme]]])
          try page.screenshot().write(toFile: "\(path).\(theme).png")
        }
      }

      // Words are chosen.
      let gravity = "document.querySelector('#properties select[aria-label=\"contentsGravity\"]')"
      #expect(try page.evaluate("\(gravity).value") as? String == "resize")
      #expect(try page.evaluate("\(gravity).options.length") as? Int == 12)
      _ = try page.evaluate(
        "\(gravity).value = 'topLeft'; \(gravity).dispatchEvent(new Event('change'))")
      try page.wait(until: "document.querySelector('#layer').textContent.includes('topLeft')")
      #expect(try page.evaluate("\(gravity).value") as? String == "topLeft")

      // What the engine refuses is said in its words, and nothing is changed.
      try edit("opacity", "<img src=x>")
      try page.wait(until: #"document.getElementById("message").textContent !== """#)
      #expect(
        try page.evaluate(#"document.getElementById("message").textContent"#) as? String
          == #"Layer "<b>square</b>": opacity cannot be <img src=x>"#)
      #expect(try page.evaluate("document.images.length") as? Int == 0)

      _ = try page.evaluate(#"document.getElementById("duration").value = "0""#)
      try edit("position", "(120, 70)")
      try page.wait(until: #"document.querySelectorAll('#animations li').length === 0"#)
      let expected = try ServedView.expected(at: CGPoint(x: 120, y: 70))
      while try page.canvas() != expected {}
      _ = try page.evaluate(#"document.getElementById("hide").click()"#)
      try page.wait(until: #"document.querySelectorAll('#tree .hidden').length === 1"#)
      served.close()
      #expect(page.complaints.filter { !$0.contains("ERR_CONNECTION") } == [])
    }

    @Test(
      "of an inspector goes back to earlier frames, step by step and by dragging, and returns",
      .slow)
    func timeline() throws {
      let served = try ServedView { view in
        let swell = BasicAnimation(keyPath: "borderWidth")
        swell.toValue = 0
        swell.duration = 100
        view.square.add(swell, forKey: "swell")
      }
      let page = try ChromiumPage(served.url + "inspector", width: 1100, height: 700)
      func text(_ id: String) throws -> String {
        try page.evaluate(#"document.getElementById("\#(id)").textContent"#) as? String ?? ""
      }
      func press(_ id: String) throws {
        _ = try page.evaluate(#"document.getElementById("\#(id)").click()"#)
      }
      func hash(_ place: CGPoint) throws -> String {
        try ServedView.expected(at: place).recordedHash
      }
      try page.wait(until: #"!document.getElementById("time").disabled"#)
      let box = try #require(
        try page.evaluate(
          #"Object.values(document.getElementById("view").getBoundingClientRect().toJSON())"#)
          as? [Double])
      let places = [CGPoint(x: 150, y: 40), CGPoint(x: 60, y: 80), CGPoint(x: 100, y: 30)]
      for (index, place) in places.enumerated() {
        try page.click(x: box[0] + place.x, y: box[1] + place.y)
        let expected = try ServedView.expected(at: place)
        while try page.canvas() != expected {}
        try page.wait(until: "document.querySelectorAll('#marks .labelled').length > \(index)")
      }
      // The labels are text.
      let title = try page.evaluate("document.querySelector('#marks .labelled').title") as? String
      #expect(title?.contains(#" "<b>move</b>", "#) == true)
      #expect(try page.evaluate(#"document.querySelectorAll("b").length"#) as? Int == 0)

      // So is the input, at the frame that shows what it did.
      let inputs = "document.querySelectorAll('#inputs li')"
      let down = "[...\(inputs)].filter((item) => item.title.includes('down'))"
      try page.wait(until: "\(down).length === 3")
      #expect(
        try (page.evaluate("\(down)[0].title") as? String)?.hasPrefix("pointer down at (150, 40), ")
          == true)
      _ = try page.evaluate("\(down)[0].click()")
      try page.wait(
        until: "document.querySelector('#moment').textContent.includes('\(hash(places[0]))')")

      // A mark leads to the frame that shows it first; its layers are those of that time.
      _ = try page.evaluate("document.querySelectorAll('#marks .labelled')[1].click()")
      try page.wait(
        until: "document.querySelector('#moment').textContent.includes('\(hash(places[1]))')")
      #expect(try text("moment").hasSuffix("as it was recorded"))
      #expect(try page.canvas("past") == ServedView.expected(at: places[1]))
      try page.wait(until: "document.querySelector('#causes li')?.textContent.includes('position')")
      _ = try page.evaluate("document.querySelector('#tree li:last-child button').click()")
      let field = "document.querySelector('#properties [aria-label=\"position\"]')"
      try page.wait(until: "\(field).value === '(60, 80)' && \(field).disabled")
      try page.wait(until: "document.querySelectorAll('#bars li').length === 1")
      if let path = ProcessInfo.processInfo.environment["LAMINA_SCREENSHOT"] {
        for theme in ["light", "dark"] {
          _ = try page.call(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": theme]]])
          try page.screenshot().write(toFile: "\(path).timeline.\(theme).png")
        }
      }

      // Back, until the square was at the first place, and forth again.
      var number = try #require(try page.evaluate("moment.number") as? Int)
      func step(_ button: String, by count: Int) throws {
        number += count
        try press(button)
        try page.wait(until: "document.querySelector('#past').dataset.frame === '\(number)'")
      }
      try step("back", by: -1)
      #expect(try text("moment").contains(hash(places[0])))
      #expect(try page.canvas("past") == ServedView.expected(at: places[0]))
      try page.wait(until: "\(field).value === '(150, 40)'")
      try step("forward", by: 1)
      #expect(try text("moment").contains(hash(places[1])))

      // To the beginning by dragging: the last of the places that are asked for is shown.
      _ = try page.evaluate(
        """
        (() => {
          const slider = document.getElementById("time");
          for (let step = 10; step >= 0; step -= 1) {
            slider.value = Number(slider.min) + step / 10 * (slider.max - slider.min);
            slider.dispatchEvent(new Event("input"));
          }
        })()
        """)
      try page.wait(until: "document.querySelector('#past').dataset.frame === '0'")
      #expect(try page.canvas("past") == ServedView.expected(at: CGPoint(x: 20, y: 20)))
      #expect(try page.evaluate("document.querySelector('#back').disabled") as? Bool == true)

      // What is downloaded replays the frame.
      _ = try page.evaluate(
        """
        window.saved = [];
        save = (name, content) => {
          saved.push(name, typeof content === "string" ? content : btoa(Array.from(content,
            (byte) => String.fromCharCode(byte)).join("")));
          document.body.dataset.saved = saved.length;
        };
        """)
      try press("download")
      try page.wait(until: "document.body.dataset.saved === '4'")
      var saved = try #require(try page.evaluate("saved") as? [String])
      #expect(saved[0] == "Square-0.lamina" && saved[2] == "Square0Tests.swift")
      let folder = TemporaryFolder()
      let bytes = try #require(Data(base64Encoded: saved[1]))
      let recording = try Recording(contentsOf: folder.file(saved[0], Array(bytes)))
      let start = try ServedView.expected(at: CGPoint(x: 20, y: 20))
      #expect(try recording.frame(at: recording.frames.count - 1).bitmap == start)
      #expect(saved[3].contains(start.recordedHash))

      // The present is where it was, and goes on.
      try press("live")
      try page.wait(until: "document.querySelector('#past').hidden")
      #expect(try page.canvas() == ServedView.expected(at: places[2]))
      try page.wait(until: "\(field).value === '(100, 30)' && !\(field).disabled")
      try press("download")
      try page.wait(until: "document.body.dataset.saved === '8'")
      saved = try #require(try page.evaluate("saved") as? [String])
      #expect(try saved[7].contains(hash(places[2])))
      try page.click(x: box[0] + 20, y: box[1] + 20)
      while try page.canvas() != start {}
      // In a narrow window it is smaller, and a click meets the same place.
      _ = try page.call(
        "Emulation.setDeviceMetricsOverride",
        ["width": 780, "height": 700, "deviceScaleFactor": 2, "mobile": false])
      let narrow = #"document.getElementById("view").getBoundingClientRect()"#
      var small: [Double] = []
      repeat {
        small = try #require(try page.evaluate("Object.values(\(narrow).toJSON())") as? [Double])
      } while small[2] > 140
      let far = CGPoint(x: 180, y: 60)
      let factor = small[2] / 200
      try page.click(x: small[0] + far.x * factor, y: small[1] + far.y * factor)
      while try ServedView.expected(at: far) != page.canvas() {}
      try press("pause")
      try page.wait(until: "document.querySelector('#pause').ariaPressed === 'true'")
      try page.wait(until: "document.querySelector('#moment').textContent.endsWith('paused')")
      for overlay in ["overdraw", "cost", "none"] {
        _ = try page.evaluate(
          """
          (() => {
            const choice = document.getElementById("overlays");
            choice.value = "\(overlay)";
            choice.dispatchEvent(new Event("change"));
          })()
          """)
        if let path = ProcessInfo.processInfo.environment["LAMINA_SCREENSHOT"] {
          try page.screenshot().write(toFile: "\(path).\(overlay).png")
        }
      }
      served.close()
      #expect(page.complaints.filter { !$0.contains("ERR_CONNECTION") } == [])
    }
  }
#endif
