import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './environment.ts';
import type { Service } from './services.ts';

const REVIVALS = 6;

export class PartProcess {
  readonly part: Service;
  readonly #env: Record<string, string>;
  readonly #log: string;
  readonly #say: (line: string) => void;
  readonly #spawned: () => void;
  #child: ChildProcess | undefined;
  #stopping = false;

  constructor(
    part: Service,
    env: Record<string, string>,
    logDir: string,
    callbacks: { say: (line: string) => void; spawned: () => void },
  ) {
    this.part = part;
    this.#env = env;
    this.#log = path.join(logDir, `${part.name}.log`);
    this.#say = callbacks.say;
    this.#spawned = callbacks.spawned;
    mkdirSync(logDir, { recursive: true });
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when the service reports that it is ready. Rejects with its last output if it never does. */
  async start(): Promise<void> {
    const child = await this.#spawn();
    if (child.exitCode !== null || child.signalCode !== null) void this.#revive();
    else child.once('exit', () => void this.#revive());
  }

  #spawn(): Promise<ChildProcess> {
    const log = createWriteStream(this.#log, { flags: 'a' });
    const child = spawn(
      process.execPath,
      // In a list of processes, the name of the state folder shows which stack they belong to.
      [
        '--disable-warning=ExperimentalWarning',
        path.join(root, this.part.file),
        this.#env['LOCAL_DIR'] ?? '',
      ],
      {
        cwd: root,
        env: { ...process.env, ...this.#env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // The service has its own process group, so that Ctrl-C reaches only the supervisor, which stops the services
        // in order.
        detached: process.platform !== 'win32',
      },
    );
    this.#child = child;
    this.#spawned();
    child.stdout?.pipe(log);
    child.stderr?.pipe(log);
    return new Promise((resolve, reject) => {
      child.once('message', () => resolve(child));
      child.once('exit', (code, signal) =>
        reject(new Error(`${this.part.name} stopped (${signal ?? `code ${code}`}).\n${this.lastMessages()}`)),
      );
    });
  }

  async #revive(): Promise<void> {
    for (let attempt = 0; attempt < REVIVALS; attempt++) {
      if (this.#isStopping()) return;
      this.#say(`${this.part.name} stopped; starting it again`);
      await delay(Math.min(100 * 2 ** attempt, 4_000));
      if (this.#isStopping()) return;
      try {
        await this.start();
        return;
      } catch (error) {
        this.#say(error instanceof Error ? error.message : String(error));
      }
    }
    this.#say(`${this.part.name} could not be started again; see ${this.#log}`);
  }

  #isStopping(): boolean {
    return this.#stopping;
  }

  lastMessages(): string {
    try {
      return readFileSync(this.#log, 'utf8').trimEnd().split('\n').slice(-25).join('\n');
    } catch {
      return '(it said nothing)';
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 8_000);
    await exited;
    clearTimeout(killTimer);
    // Ends the rest of the process group, such as an unfinished installation or build.
    try {
      if (child.pid && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has no processes left.
    }
  }
}

/** Returns the command line of a process, or null if it does not exist. */
export function commandLine(pid: number): string | null {
  const listed = spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' });
  return listed.status === 0 ? listed.stdout.trim() : null;
}
