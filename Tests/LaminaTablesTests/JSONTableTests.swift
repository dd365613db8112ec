import LaminaTables
import Testing

@Suite("JSON")
struct JSONTableTests {
  @Test(
    "is a table in each of its shapes",
    arguments: [
      #"[{"t":1,"v":2.5},{"v":4,"t":3}]"#,
      #"{"t":1,"v":2.5}"# + "\n" + #"{"v":4,"t":3}"# + "\n",
      #"[["t","v"],[1,2.5],[3,4]]"#,
      #"["t","v"]"# + "\n[1,2.5]\n[3,4]",
      #" { "t" : [ 1 , 3 ] , "v" : [ 2.5 , 4 ] } "#,
      "\u{FEFF}" + #"[{"\u0074":1,"v":2.5},{"v":4,"t":3}]"#,
    ])
  func shapes(_ text: String) throws {
    let table = try Table(text)
    #expect(table.format == .json)
    #expect(table.columns.map(\.name) == ["t", "v"])
    #expect(table.numbers("t") == [1, 3])
    #expect(table.numbers("v") == [2.5, 4])
  }

  @Test("is one column if it is numbers")
  func numbers() throws {
    #expect(
      bits(try Table("[1, null, -2e3, NaN]").numbers("value")) == bits([1, .nan, -2000, .nan]))
    #expect(try Table("1\n2\n3", { $0.format = .json }).numbers("value") == [1, 2, 3])
  }

  @Test("has gaps where objects have no such key, and columns for all keys")
  func keys() throws {
    let table = try Table(#"[{"a":1},{"b":2},{"a":null,"c":"x"},{}]"#)
    #expect(bits(table.numbers("a")) == bits([1, .nan, .nan, .nan]))
    #expect(bits(table.numbers("b")) == bits([.nan, 2, .nan, .nan]))
    #expect(table.strings("c") == [nil, nil, "x", nil])
  }

  @Test("has strings with escapes, times in strings, and words")
  func strings() throws {
    let table = try Table(
      #"[{"s":"a\"\\\/\n\u00e4\ud83d\ude00\ud800x","t":"2024-05-01","w":true},"#
        + #"{"s":"b","t":"2024-05-02","w":false}]"#)
    #expect(table.strings("s") == ["a\"\\/\nä😀\u{FFFD}x", "b"])
    #expect(table.numbers("t") == [1_714_521_600, 1_714_608_000])
    #expect(table.strings("w") == ["true", "false"])
  }

  @Test("has columns of arrays, which are left out and named")
  func nested() throws {
    let table = try Table(#"[{"a":1,"o":["}",{"x":1}]},{"a":2,"o":[]}]"#)
    #expect(table.columns.map(\.name) == ["a"])
    #expect(table.omittedColumns == ["o"])
    #expect(
      table.description == "2 rows; a: numbers 1...2; o: arrays and objects, left out; JSON")
    #expect(
      failure(of: #"[{"a":1},{"a":[2]},{"a":3}]"#, name: "t.json")
        == "t.json, line 1, row 2, column 1 (a): '[2]' is not a value, but holds others")
  }

  @Test("has the values of objects within objects in columns with the keys of both")
  func objectsWithinObjects() throws {
    let table = try Table(
      #"{"t":1,"cpu":{"user":5,"system":{"irq":0.5}},"host":"a"}"# + "\n"
        + #"{"cpu":{"system":{"irq":1,"soft":2},"user":6},"t":2,"host":"b","list":[1]}"# + "\n"
        + #"{"t":3,"cpu":{},"c\u0070u":null,"host":"c"}"#)
    #expect(
      table.columns.map(\.name) == [
        "t", "cpu.user", "cpu.system.irq", "host", "cpu.system.soft", "cpu",
      ])
    #expect(table.omittedColumns == ["list"])
    #expect(table.numbers("t") == [1, 2, 3])
    #expect(table.numbers("cpu.user").prefix(2) == [5, 6])
    #expect(table.numbers("cpu.system.irq").prefix(2) == [0.5, 1])
    #expect(table.numbers("cpu.system.soft")[1] == 2)
    #expect(table["cpu.system.soft"]?.gapCount == 2)
    #expect(table.strings("host") == ["a", "b", "c"])
    #expect(
      failure(of: #"[{"a":{"b":1},"a.b":2}]"#, name: "t.json")
        == "t.json, line 1, row 1: the key 'a.b' is there twice")
    #expect(
      failure(of: #"[{"a":{"b":1,"b":2}}]"#, name: "t.json")
        == "t.json, line 1, row 1: the key 'b' is there twice")
  }

  @Test(
    "of one object has the rows of its largest member",
    arguments: [
      (#"{"status":"ok","data":{"page":1,"items":[{"t":1,"v":2},{"t":3,"v":4}]}}"#, "data.items"),
      (#"{"lat":5,"hourly":{"t":[1,3],"v":[2,4]},"daily":{"t":[1],"v":[2]}}"#, "hourly"),
      (#"{"errors":[],"rows":[["t","v"],[1,2],[3,4]]}"#, "rows"),
      ("{\n \"n\": 2, \"a\\u0062\":\n [ {\"t\":1,\"v\":2},\n{\"t\":3,\"v\":4} ]\n}\n", "ab"),
      (#"{"few":[1,2],"n":1,"t":{"few":[[1]],"n":2,"all":[{"t":1},{"t":3}]}}"#, "few"),
    ])
  func members(_ text: String, member: String) throws {
    for bytes in [text, text + "\n"] {
      let table = try Table(bytes)
      #expect(table.member == member)
      #expect(table.description.contains("; JSON, only '\(member)'"))
      if member == "few" {
        #expect(table.numbers("value") == [1, 2])
      } else {
        #expect(table.columns.map(\.name) == ["t", "v"])
        #expect(table.numbers("t") == [1, 3])
        #expect(table.numbers("v") == [2, 4])
      }
    }
  }

  @Test(
    "is a row if it is an object without rows",
    arguments: [
      #"{"t":1,"names":["a","b"]}"#, #"{"t":1,"one":[2]}"#, #"{"t":1,"none":[],"o":{"p":{}}}"#,
      #"{"t":1,"rows":[{"t":1},{"t":2}]}"# + "\n" + #"{"t":1,"rows":[{"t":5}]}"#,
    ])
  func objects(_ text: String) throws {
    let table = try Table(text)
    #expect(table.member == nil)
    #expect(table.numbers("t") == text.split(separator: "\n").map { _ in 1 })
  }

  @Test("of several files has the rows of the same member")
  func membersOfSeveralFiles() throws {
    func input(_ text: String) -> TableInput { TableInput(name: "t.json", bytes: Array(text.utf8)) }
    let table = try Table(inputs: [
      input(#"{"n":1,"a":[{"v":1},{"v":2}],"b":[{"v":3}]}"#),
      input(#"{"n":1,"a":[{"v":4}],"b":[{"v":5},{"v":6}]}"#),
    ])
    #expect(table.numbers("v") == [1, 2, 4])
    let others = [
      #"{"n":1,"b":[{"v":5},{"v":6}]}"#, #"{"v":5}"#, #"{"v":5}"# + "\n" + #"{"v":6}"#,
    ]
    for other in others {
      #expect(throws: TableError.noMember(name: "t.json", key: "a")) {
        try Table(inputs: [input(#"{"n":1,"a":[{"v":1},{"v":2}]}"#), input(other)])
      }
    }
    // A single line after others is a row as they are.
    let lines = try Table(inputs: [
      input(#"{"n":1}"# + "\n" + #"{"n":2,"a":[{"v":1}]}"#),
      input(#"{"n":3,"a":[{"v":4},{"v":5}]}"#),
    ])
    #expect(lines.numbers("n") == [1, 2, 3])
    #expect(lines.member == nil)
  }

  @Test("in which an object has rows comes whole, from a pipe, too")
  func memberOfGrowingInput() throws {
    var reader = TableReader(name: "t.json")
    let bytes = Array((#"{"n":1,"a":[{"v":1},{"v":2}]}"# + "\n").utf8)
    for index in bytes.indices {
      try reader.append(bytes.span.extracting(index..<index + 1))
    }
    try reader.finish()
    #expect(reader.table?.numbers("v") == [1, 2])
  }

  @Test(
    "is refused where it is wrong",
    arguments: [
      ("[1,2,x]", "line 1: not JSON: 'x' is not a value"),
      ("[1 2]", "line 1: not JSON: '2' is where ',' must be"),
      ("[1,]", "line 1: not JSON: ']' is not a value"),
      (#"{"a":1}"# + "\n" + #"{"a" 2}"#, "line 2: not JSON: '2' is where ':' must be"),
      (#"{"a":"\x"}        "#, "line 1: not JSON: an escape in a string is not one of JSON's"),
      ("[{\"a\":\"x\n\"}]", "line 1: not JSON: a string has a control character"),
      ("[[1,2],[3]]", "line 1, row 2: 1 cell where 2 are expected: '3'"),
      (#"{"a":[1,2],"b":[1]}"#, "line 1, row 2: 1 cell where 2 are expected"),
      (#"[{"a":1},[2]]"#, "line 1, row 2: '[2]' is another kind of row than those before"),
      (#"[{"a":1,"a":2}]"#, "line 1, row 1: the key 'a' is there twice"),
      ("[]", "t.json has no rows"), ("{}", "t.json has no rows"),
    ])
  func mistakes(_ text: String, _ message: String) {
    let prefix = message.hasPrefix("t.json") ? "" : "t.json, "
    #expect(failure(of: text, name: "t.json") == prefix + message)
  }

  @Test("may be as deep as 512 values, and no deeper")
  func depth() throws {
    func text(_ depth: Int) -> String {
      "[{\"a\":1,\"b\":" + String(repeating: "[", count: depth)
        + String(repeating: "]", count: depth) + "}]"
    }
    #expect(try Table(text(500)).omittedColumns == ["b"])
    #expect(failure(of: text(100_000)).hasSuffix("more than 512 values lie within each other"))
    func objects(_ depth: Int) -> String {
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    }
    for end in ["", "\n" + objects(2)] {
      #expect(try Table(objects(511) + end).columns[0].name.utf8.count == 2 * 511 - 1)
      #expect(
        failure(of: objects(513) + end).hasSuffix("more than 512 values lie within each other"))
    }
  }
}
