// The entry of every npm script: installs the packages, then runs the given file on Node 24. Plain JavaScript,
// because it runs on any Node from 20, before that Node is installed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, installNode } from './install.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [file = '', ...args] = process.argv.slice(2);

/**
 * These files do not need the packages for checks and tests. Studio's packages are installed once the site is up
 * (local/studio).
 */
const runsOnly =
  /^(local|tests\/support\/hosted\/accounts)\//.test(file) ||
  /^scripts\/(setup|doctor|deploy|rollback|restore|rehearse)\.ts$/.test(file);

async function prepare() {
  // They run at the same time, because downloads mostly wait.
  const [node] = await Promise.all([
    installNode(),
    install('', { tools: !runsOnly }),
    runsOnly ? undefined : install('studio'),
  ]);
  return node;
}

const node = await prepare().catch((/** @type {Error} */ error) => {
  console.error(`${error.message} Nothing was started.`);
  process.exit(1);
});
const child = spawn(node, ['--disable-warning=ExperimentalWarning', path.join(root, file), ...args], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: [path.dirname(node), path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
  },
});
// Ctrl-C reaches the whole terminal group. The child handles the signal itself, and this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
