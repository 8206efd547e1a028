import { stdout } from "node:process";
import webpack from "webpack";
import configure from "../webpack.config.ts";

/**
 * Builds dist/ for production, and prints the progress. With `--strict` a warning, such as an exceeded
 * budget, fails the build.
 */
const isStrict = process.argv.includes("--strict");
const started = performance.now();
const compiler = webpack(configure());
if (!compiler) throw new Error("webpack returned no compiler for webpack.config.ts");

let shown = -1;
new webpack.ProgressPlugin((share, stage) => {
  const percent = Math.floor(share * 100);
  const step = stdout.isTTY ? 1 : 25;
  if (percent < shown + step) return;
  shown = percent - (percent % step);
  if (stdout.isTTY) stdout.write(`\r\u001B[2KBuilding the app… ${percent} % ${stage}`);
  else console.log(`Building the app… ${shown} %`);
}).apply(compiler);

compiler.run((failure, stats) => {
  if (stdout.isTTY) stdout.write("\r\u001B[2K");
  if (failure) {
    console.error(failure);
    process.exitCode = 1;
  } else if (stats?.hasErrors() || stats?.hasWarnings()) {
    console.error(stats.toString({ preset: "errors-warnings", colors: stdout.isTTY }));
    process.exitCode = isStrict || stats.hasErrors() ? 1 : 0;
  }
  compiler.close((closing) => {
    if (closing) console.error(closing);
    if (!process.exitCode) {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`The app is built (${seconds} s).`);
    }
  });
});
