import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './sources.ts';

export interface Step {
  name: string;
  /** The module of a package's command or of a script, which this Node runs. */
  run: string;
  args?: string[];
  env?: Record<string, string>;
}

export interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
  output: string;
}

/** Runs one step in the project's folder. With `show` its output is printed as it comes. */
export function runStep({ name, run, args = [], env = {} }: Step, show: boolean): Promise<Outcome> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(root, run), ...args],
    { cwd: root, env: { ...process.env, FORCE_COLOR: '0', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (show) process.stdout.write(chunk);
    });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ name, ok: false, seconds: 0, output: String(error) }));
    child.once('close', (code) =>
      resolve({ name, ok: code === 0, seconds: (performance.now() - began) / 1000, output }),
    );
  });
}

/** Runs two steps at a time, because the smallest machine has two cores, and prints how each ended. */
export async function runSteps(steps: Step[]): Promise<Outcome[]> {
  const waiting = [...steps];
  const outcomes: Outcome[] = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await runStep(step, false);
      outcomes.push(outcome);
      console.log(`  ${outcome.ok ? 'ok    ' : 'FAILED'} ${outcome.name} (${outcome.seconds.toFixed(1)} s)`);
      if (!outcome.ok) console.log(outcome.output.trimEnd());
    }
  };
  await Promise.all([worker(), worker()]);
  return outcomes;
}
