import ArgumentParser
import LaminaScenes

/// `lamina farm`: films that are drawn in many processes.
struct FarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "farm",
    abstract: "Draws a film in many processes, by an engine that runs them.",
    discussion: """
      The film is what the program of a scene draws. It is divided into tasks of about equal cost, \
      each of which is a run of the program. The engine is one of those that are there already: \
      \(FarmEngine.list).

      Examples:

        lamina farm submit --engine slurm --tasks 100 -o frames/%05d.png -- ./Orbit --planets 12
        lamina farm verify frames/%05d.png
        lamina farm assemble frames/%05d.png -o orbit.mp4
      """,
    subcommands: [
      FarmWriteCommand.self, FarmSubmitCommand.self, FarmVerifyCommand.self,
      FarmAssembleCommand.self, FarmTemplateCommand.self,
    ])
}

/// `lamina farm write`: the files of a job.
struct FarmWriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Writes the files of a job.",
    discussion: """
      A folder gets the files 'plan', a range of frames in each line; 'task', which runs the program \
      for one of the lines; and the engine's, which runs the tasks. All of them are text, to be read \
      and changed. --output is a pattern for numbered pictures, or for pieces of a Y4M video, named \
      by their first frames.
      """)

  @OptionGroup var job: FarmJob

  func run() throws {
    try job.write()
    let folder = ShellWord.quoted(job.folder)
    let submission = job.engine.submission.map(ShellWord.quoted).joined(separator: " ")
    try StandardStreams.print("cd \(folder) && \(submission)\n")
  }
}

/// `lamina farm submit`: the files of a job, and its start.
struct FarmSubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Writes the files of a job, and hands it to the engine.",
    discussion: "What the engine says and its exit status are those of the command.")

  @OptionGroup var job: FarmJob

  func run() throws {
    try job.write()
    try job.start()
  }
}

/// `lamina farm template`: what the files of an engine are made of.
struct FarmTemplateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template",
    abstract: "Prints the template of an engine's file.",
    discussion: """
      --template of 'lamina farm write' takes it, changed. In it, @name@, @tasks@, @retries@, @tries@ \
      (one more), @jobs@, @sshlogin@ and @time@ stand for values; a line with one that is not given is \
      left out. '@@' is one '@'.
      """)

  @Argument(help: "The engine.")
  var engine: FarmEngine

  func run() throws { try StandardStreams.print(engine.template) }
}
