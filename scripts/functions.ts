// `npm run functions` writes every edge function as one file without imports of packages, and lists them with sizes.
// The Management API takes such a file as it is, so no deployment needs Docker (docs/deploying.md).
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { type Plugin, rolldown } from 'rolldown';
import { wasmFiles } from '#server/wasm-files.ts';
import { functionNames } from './launch/config.ts';
import { root } from './sources.ts';

/** A function that is ready to be deployed. */
export interface Bundle {
  name: string;
  /** True if the gateway requires a user's token (supabase/config.toml). */
  verifyJwt: boolean;
  /** The path of its only file. */
  file: string;
  bytes: number;
  sha256: string;
}

/** The limit of each bundle, in bytes. The host bundles on its own server up to 5 MB. */
export const BUNDLE_BYTES = 1_000_000;
export const MANIFEST = 'manifest.json';

const sourceDir = path.join(root, 'supabase/functions');

/** Writes the bundles and their manifest, in place of older ones. */
export async function bundleFunctions(dir = path.join(root, '.local/bundles')): Promise<Bundle[]> {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const bundles = await Promise.all(
    functionNames().map(async ({ name, verifyJwt }): Promise<Bundle> => {
      const code = await bundle(path.join(sourceDir, name, 'index.ts'));
      const file = path.join(dir, name, 'index.js');
      mkdirSync(path.dirname(file));
      writeFileSync(file, code);
      return {
        name,
        verifyJwt,
        file,
        bytes: Buffer.byteLength(code),
        sha256: createHash('sha256').update(code).digest('hex'),
      };
    }),
  );
  const manifest = bundles.map(({ file, ...rest }) => ({ ...rest, file: path.relative(dir, file) }));
  writeFileSync(path.join(dir, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return bundles;
}

/** Parts of the mail kit that no mail uses. Reading them would take most of the time. */
const unusedParts = ['code-block', 'code-inline', 'markdown', 'render', 'tailwind'];

async function bundle(input: string): Promise<string> {
  const build = await rolldown({
    input,
    // The configuration of the project names files that functions do not have.
    tsconfig: false,
    platform: 'neutral',
    external: /^node:/,
    plugins: [wasmInside, failOnWarning],
    // A slow build is the fault of the machine, and not of the functions.
    checks: { bundlerTimings: false },
    resolve: {
      conditionNames: ['deno', 'worker', 'import', 'module', 'default'],
      mainFields: ['module', 'main'],
      alias: Object.fromEntries(unusedParts.map((part) => [`@react-email/${part}`, false])),
    },
    transform: {
      jsx: { runtime: 'automatic', importSource: 'react' },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
    treeshake: { moduleSideEffects: (id) => !id.includes('node_modules') },
  });
  try {
    const { output } = await build.generate({
      format: 'esm',
      codeSplitting: false,
      // Names are kept, so that an error in the log says where it happened.
      minify: { compress: true, mangle: false, codegen: true },
      comments: { legal: true, annotation: false, jsdoc: false },
    });
    return output[0].code;
  } finally {
    await build.close();
  }
}

/** Compiled code becomes compressed text, because no files can be deployed beside a function without Docker. */
const wasmInside: Plugin = {
  name: 'wasm-inside',
  load: {
    filter: { id: /\/server\/wasm-files\.ts$/ },
    handler() {
      const files = Object.entries(wasmFiles).map(([name, [module, file]]) => {
        const bytes = readFileSync(fileURLToPath(new URL(file, import.meta.resolve(module))));
        return [name, deflateRawSync(bytes, { level: 9 }).toString('base64')];
      });
      return `const files = ${JSON.stringify(Object.fromEntries(files))};
export async function readWasm(name) {
  const packed = Uint8Array.from(atob(files[name]), (byte) => byte.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return await WebAssembly.compile(await new Response(stream).arrayBuffer());
}`;
    },
  },
};

/**
 * Makes every warning an error, because an import that cannot be resolved, for example, would otherwise fail only on
 * the host.
 */
const failOnWarning: Plugin = {
  name: 'fail-on-warning',
  onLog(level, log) {
    if (level === 'warn') this.error(log);
    return false;
  },
};

if (import.meta.main) {
  const bundles = await bundleFunctions();
  const width = Math.max(...bundles.map(({ name }) => name.length));
  for (const { name, bytes } of bundles.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`${name.padEnd(width)} ${(bytes / 1000).toFixed(0).padStart(6)} kB`);
  const tooLarge = bundles.filter(({ bytes }) => bytes > BUNDLE_BYTES);
  for (const { name } of tooLarge) console.error(`${name} is larger than ${BUNDLE_BYTES / 1000} kB.`);
  process.exitCode = tooLarge.length > 0 ? 1 : 0;
}
