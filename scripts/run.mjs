// Entry of every npm script, on any Node from 20: installs what the lock file asks for, then runs the
// given file on the pinned Node 24 (an npm package). Plain JavaScript, because it runs before that Node is there.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stamp = path.join(root, 'node_modules', '.installed-lock');
const pinned = path.join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

function lockHash() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const file of ['package-lock.json', 'package.json', 'studio/package.json', '.npmrc'])
    hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function install() {
  const wanted = lockHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(pinned)) return;
  console.log('Installing the packages of package-lock.json (about a minute) …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (done.status !== 0) {
    console.error('npm ci failed: nothing was started.');
    process.exit(done.status ?? 1);
  }
  if (!existsSync(pinned)) {
    console.error(
      'The pinned Node (package "node") is missing after the installation: its install script did not run.',
    );
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

install();
const [file, ...args] = process.argv.slice(2);
const child = spawn(pinned, ['--disable-warning=ExperimentalWarning', path.join(root, file ?? ''), ...args], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${path.dirname(pinned)}${path.delimiter}${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
  },
});
// Ctrl-C reaches the whole terminal group: the child stops itself, this one waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
