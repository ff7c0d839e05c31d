/** Runs setup and doctor against the simulated services. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { functionNames } from '#scripts/launch/config.ts';
import type { Context } from '#scripts/launch/context.ts';
import { openKeyStore } from '#scripts/launch/key-store.ts';
import { checkAll, setUp, type Result } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import type { Step } from '#scripts/launch/step.ts';
import type { HostedServices } from './services.ts';
import { typedKeys } from './world.ts';

/** Lists every edge function with one line of text as its code, because the simulation does not run it. */
export const listSmallFunctions = (release = '123456789abc') =>
  Promise.resolve(
    functionNames().map(({ name, verifyJwt }) => ({
      name,
      verifyJwt,
      release,
      entrypoint: 'index.ts',
      files: [{ name: 'index.ts', content: `// ${name}` }],
    })),
  );

/**
 * Makes the machine of the person who launches: a folder for the keys, and the answers that the person typed. A folder
 * given as `home` has the keys already.
 */
export function createLauncher(
  hosted: HostedServices,
  more: Partial<Record<string, string>> = {},
  home?: string,
) {
  const XDG_CONFIG_HOME = home ?? mkdtempSync(path.join(tmpdir(), 'launch-'));
  const typed = home === undefined ? typedKeys : {};
  const output: string[] = [];
  const context = (): Context => ({
    environment: 'staging',
    // The key store is opened again for each run, so that a run knows only what is on disk.
    keys: openKeyStore('staging', { XDG_CONFIG_HOME, ...typed, ...more }),
    fetch: hosted.fetch,
    resolveTxt: hosted.resolveTxt,
    pause: () => Promise.resolve(),
    now: () => new Date(),
    functions: () => listSmallFunctions(),
    tell: (line) => output.push(line),
  });
  const progress = {
    onChecked: ({ step }: Result) => output.push(`checked ${step.id}`),
    onStart: (step: Step) => output.push(`doing ${step.id}`),
    onSkip: (step: Step) => output.push(`would ${step.id}`),
  };
  return {
    output,
    context,
    setUp: (only: readonly Step[] = steps, dryRun = false) => setUp(only, context(), { dryRun, progress }),
    doctor: (only: readonly Step[] = steps) => checkAll(only, context()),
  };
}

/** Returns the folder that contains the folder of the keys. */
export const homeOf = ({ context }: ReturnType<typeof createLauncher>) =>
  path.dirname(path.dirname(context().keys.file));

/** Returns the steps that found a problem, each with its message. */
export const problemsByStep = (results: readonly Result[]) =>
  Object.fromEntries(results.filter(({ state }) => state !== 'ok').map((one) => [one.step.id, one.says]));
