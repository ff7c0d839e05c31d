// Installs the packages of the lock files: the project's, Studio's, and a Node to run them if the machine's Node is
// too old. Plain JavaScript, because it runs on any Node from 20.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { alone } from './alone.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';

/** @param {string} dir @param {string[]} args @returns {Promise<void>} */
function npm(dir, args) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const child = spawn(
    command,
    [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'],
    { cwd: dir, stdio: 'inherit', shell: isWindows && command === 'npm' },
  );
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`npm ${args[0]} failed in ${path.relative(root, dir) || '.'}.`)),
    );
  });
}

/**
 * Installs the packages of one folder. With `tools`, the packages for checks and tests are added. Two processes, such
 * as `npm start` and `npm test`, install one after the other, because npm empties the folder that it fills.
 * @param {string} folder
 * @param {{ tools?: boolean }} [options]
 */
export async function install(folder, { tools = true } = {}) {
  const dir = path.join(root, folder);
  const stamp = path.join(dir, 'node_modules', '.installed-lock');
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const file of ['package-lock.json', 'package.json', '.npmrc'])
    hash.update(readFileSync(path.join(dir, file)));
  const lock = hash.digest('hex');
  const there = () => (existsSync(stamp) ? readFileSync(stamp, 'utf8') : '');
  const isThere = () => there() === `${lock} all` || (!tools && there() === `${lock} run`);
  if (isThere()) return;
  const name = folder || 'the project';
  const one = path.join(root, '.local', `installing-${folder.replaceAll('/', '-') || 'project'}`);
  const waits = () => console.log(`The packages of ${name} are being installed by another command …`);
  await alone(one, installNow, waits);

  async function installNow() {
    if (isThere()) return;
    console.log(`Installing the packages of ${name} …`);
    if (there() === `${lock} run`) await npm(dir, ['install', '--no-save', '--include=dev']);
    else await npm(dir, ['ci', tools ? '--include=dev' : '--omit=dev']);
    writeFileSync(stamp, `${lock} ${tools ? 'all' : 'run'}`);
  }
}

/** Parts of a version, as numbers. @param {string} version */
const numbers = (version) => version.split('.').map(Number);

/** @param {string} version @param {string} wanted */
export function isNewEnough(version, wanted) {
  const [have, want] = [numbers(version), numbers(wanted)];
  const at = want.findIndex((number, index) => have[index] !== number);
  return at < 0 || (have[at] ?? 0) > (want[at] ?? 0);
}

export async function installNode() {
  const manifest = JSON.parse(readFileSync(path.join(root, 'scripts/node/package.json'), 'utf8'));
  if (isNewEnough(process.versions.node, manifest.dependencies.node)) return process.execPath;
  await install('scripts/node');
  const pinned = path.join(root, 'scripts/node/node_modules/node/bin', isWindows ? 'node.exe' : 'node');
  // The package contains headers and manuals of 65 MB, which nothing needs.
  rmSync(path.join(root, 'scripts/node/node_modules/node/node_modules'), { recursive: true, force: true });
  if (existsSync(pinned)) return pinned;
  throw new Error('The pinned Node (package "node") is missing: its install script did not run.');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await install(process.argv[2] ?? '');
