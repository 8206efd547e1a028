import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Speech counts as finished after this time in ms without a new line in Orca's log. */
const QUIET_MS = 2_500;
const MAX_SPEECH_MS = 12_000;
const START_ATTEMPTS = 90;

/**
 * Orca does not repeat the keys, and does not read a whole page when it opens. Without line buffering,
 * its log would lack the newest lines until the next key.
 */
const ORCA_SETTINGS = `import orca.debug
import orca.settings
orca.debug.debugFile.reconfigure(line_buffering=True)
orca.settings.enableKeyEcho = False
orca.settings.sayAllOnLoad = False
orca.settings.pageSummaryOnLoad = False
`;

/** A speech synthesizer that says nothing: the log of Orca is the transcript. */
const SILENT_SPEECH = `AddModule "silent" "sd_generic" "silent.conf"
DefaultModule silent
DefaultLanguage en
`;
const SILENT_MODULE = `GenericExecuteSynth "true"
GenericCmdDependency "true"
AddVoice "en" "MALE1" "silent"
DefaultVoice "silent"
`;

const SPOKEN = /SPEECH OUTPUT: '(.*?)' ?(?:[[{].*)?$/;

/** A desktop without a screen, with Orca. It must run inside `dbus-run-session`. */
export class Desktop {
  readonly env: Record<string, string>;
  readonly #folder: string;
  readonly #log: string;
  readonly #children: ChildProcess[] = [];
  #read = 0;

  constructor(folder: string, display: string) {
    this.#folder = folder;
    this.#log = path.join(folder, "orca.log");
    const { DBUS_SESSION_BUS_ADDRESS = "" } = process.env;
    this.env = {
      // Debian's own Python has Orca's modules.
      PATH: "/usr/bin:/bin",
      DBUS_SESSION_BUS_ADDRESS,
      DISPLAY: display,
      HOME: folder,
      XDG_RUNTIME_DIR: path.join(folder, "run"),
      GNOME_ACCESSIBILITY: "1",
    };
  }

  async start(): Promise<void> {
    this.#write(".config/speech-dispatcher/speechd.conf", SILENT_SPEECH);
    this.#write(".config/speech-dispatcher/modules/silent.conf", SILENT_MODULE);
    this.#write(".local/share/orca/orca-customizations.py", ORCA_SETTINGS);
    mkdirSync(path.join(this.#folder, "run"), { mode: 0o700 });
    this.#run("Xvfb", [this.env["DISPLAY"] ?? "", "-screen", "0", "1280x900x24"]);
    await pause(1_000);
    this.#run("openbox", []);
    this.#run("/usr/libexec/at-spi-bus-launcher", ["--launch-immediately"]);
    await pause(1_000);
    const interfaces = "org.gnome.desktop.interface";
    this.#call("gsettings", ["set", interfaces, "toolkit-accessibility", "true"]);
    this.#run("orca", ["--replace", `--debug-file=${this.#log}`]);
    for (let attempt = 0; !this.#logText().includes("Screen reader on"); attempt += 1) {
      if (attempt === START_ATTEMPTS) throw new Error("Orca doesn't start");
      await pause(1_000);
    }
  }

  stop(): void {
    // Orca sometimes ignores SIGTERM.
    for (const child of this.#children.toReversed()) child.kill("SIGKILL");
  }

  /** Presses keys as a user does, by their X names: "Tab", "ctrl+z". */
  press(...keys: string[]): void {
    for (const key of keys) this.#call("xdotool", ["key", key]);
  }

  /**
   * Clicks near the lower edge of the page, where there is nothing to press, so that the browser's
   * address field loses the focus.
   */
  enterPage(): void {
    this.#call("xdotool", ["mousemove", "640", "840", "click", "1"]);
  }

  /** In focus mode the page gets the arrow keys; in browse mode Orca uses them for reading. */
  async enterMode(mode: "focus" | "browse"): Promise<void> {
    await pause(QUIET_MS);
    const text = this.#logText();
    // Orca logs its mode with each event, and begins in browse mode.
    const isFocus =
      text.lastIndexOf("_inFocusMode: True") > text.lastIndexOf("_inFocusMode: False");
    const current = isFocus ? "focus" : "browse";
    if (mode !== current) this.press("Insert+a");
  }

  type(text: string): void {
    this.#call("xdotool", ["type", "--delay", "30", text]);
  }

  /** What Orca has said since the last call, once it is silent. */
  async spoken(): Promise<string[]> {
    const start = Date.now();
    let size = -1;
    while (Date.now() - start < MAX_SPEECH_MS && size !== this.#logText().length) {
      size = this.#logText().length;
      await pause(QUIET_MS);
    }
    const text = this.#logText();
    const lines = text.slice(this.#read).split("\n");
    this.#read = text.length;
    return lines.flatMap((line) => SPOKEN.exec(line)?.[1]?.trim() || []);
  }

  #logText(): string {
    return existsSync(this.#log) ? readFileSync(this.#log, "utf8") : "";
  }

  #write(file: string, text: string): void {
    const to = path.join(this.#folder, file);
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, text);
  }

  #call(command: string, args: string[]): void {
    execFileSync(command, args, { env: this.env, stdio: "ignore" });
  }

  #run(command: string, args: string[]): void {
    const output = openSync(path.join(this.#folder, `${path.basename(command)}.out`), "a");
    this.#children.push(spawn(command, args, { env: this.env, stdio: ["ignore", output, output] }));
    closeSync(output);
  }
}
