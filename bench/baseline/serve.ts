import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import webpack from "webpack";
import configure from "../../webpack.config.ts";

const folder = import.meta.dirname;

/** Builds the baseline with Taskdeck's own loader and minifier, as one script; returns it compressed. */
export async function buildBaseline(): Promise<Buffer> {
  const output = mkdtempSync(path.join(tmpdir(), "taskdeck-baseline-"));
  const compiler = webpack({
    ...configure(),
    entry: { main: path.join(folder, "main.tsx") },
    output: { path: output, filename: "[name].js" },
    optimization: { ...configure().optimization, runtimeChunk: false, splitChunks: false },
    plugins: [],
    cache: false,
    devtool: false,
  });
  if (!compiler) throw new Error("webpack made no compiler");
  try {
    const stats = await promisify(compiler.run.bind(compiler))();
    if (stats?.hasErrors()) throw new Error(stats.toString("errors-only"));
    return brotliCompressSync(readFileSync(path.join(output, "main.js")));
  } finally {
    compiler.close(() => undefined);
    rmSync(output, { recursive: true });
  }
}

/** Serves the baseline with this board. It doesn't store moves; only the page shows them. */
export async function serveBaseline(port: number, script: Buffer, board: string) {
  const page = readFileSync(path.join(folder, "index.html"));
  const server = createServer(({ method, url }, response) => {
    if (url === "/main.js") {
      response.setHeader("content-type", "text/javascript");
      response.setHeader("content-encoding", "br");
      response.end(script);
    } else if (url?.startsWith("/api/")) {
      response.setHeader("content-type", "application/json");
      response.end(method === "GET" ? board : "{}");
    } else {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(page);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    end: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
