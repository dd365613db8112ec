import ArgumentParser
import LaminaScenes
import Testing

@Suite("The options for a page")
struct ServeOptionsTests {
  private func message(_ arguments: [String]) -> String? {
    do {
      _ = try DisplayOptions.parse(arguments)
      return nil
    } catch {
      return DisplayOptions.message(for: error)
    }
  }

  @Test("are refused where they have no effect")
  func refused() {
    #expect(message(["--port", "80"]) == "--port needs --serve")
    #expect(message(["--host", "::1"]) == "--host needs --serve")
    #expect(message(["--history", "1"]) == "--history needs --serve")
    #expect(
      message(["--serve", "--terminal"]) == "--terminal and --serve cannot be combined")
  }

  #if Server
    @Test("say where it is served, with a secret of its own or that of the environment")
    func address() throws {
      let options = try DisplayOptions.parse(["--serve", "--port", "8000", "--host", "::1"])
      let address = options.address(environment: [:])
      #expect(address.host == "::1")
      #expect(address.port == 8000)
      #expect(address.token != options.address(environment: ["LAMINA_SERVE_TOKEN": ""]).token)
      let token = String(repeating: "a", count: 32)
      #expect(options.address(environment: ["LAMINA_SERVE_TOKEN": token]).token == token)
      #expect(try DisplayOptions.parse(["--serve"]).address(environment: [:]).host == "127.0.0.1")
      #expect(
        message(["--serve", "--history", "-1"]) == "--history -1: it must be from 0 to 100000")
      for port in ["-1", "65536"] {
        #expect(
          message(["--serve", "--port", port]) == "--port \(port): it must be from 0 to 65535")
      }
    }
  #else
    @Test("name the trait that the program was built without")
    func notBuilt() {
      #expect(message(["--serve"])?.contains("without the trait Server") == true)
    }
  #endif
}
