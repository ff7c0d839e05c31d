import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { functionNames } from '#scripts/launch/config.ts';
import type { Context } from '#scripts/launch/context.ts';
import { openKeyStore } from '#scripts/launch/key-store.ts';
import { lookAtAll, setUp, type Result } from '#scripts/launch/run.ts';
import { steps } from '#scripts/launch/steps.ts';
import type { Step } from '#scripts/launch/step.ts';
import type { Hosted } from './hosted.ts';
import { typedKeys } from './world.ts';

/** Every function with a line of text for its code, which the double does not run. */
const smallFunctions = () =>
  Promise.resolve(
    functionNames().map(({ name, verifyJwt }) => ({
      name,
      verifyJwt,
      release: '123456789abc',
      entrypoint: 'index.ts',
      files: [{ name: 'index.ts', content: `// ${name}` }],
    })),
  );

/** The machine of the person who launches: a folder for the keys, and typed answers. */
export function launcher(hosted: Hosted, more: Partial<Record<string, string>> = {}, home?: string) {
  const XDG_CONFIG_HOME = home ?? mkdtempSync(path.join(tmpdir(), 'launch-'));
  // With a folder that has them already, the typed keys are on disk alone.
  const typed = home === undefined ? typedKeys : {};
  const said: string[] = [];
  const context = (): Context => ({
    environment: 'staging',
    // Opened anew, so that each run knows only what is on disk.
    keys: openKeyStore('staging', { XDG_CONFIG_HOME, ...typed, ...more }),
    fetch: hosted.fetch,
    resolveTxt: hosted.resolveTxt,
    pause: () => Promise.resolve(),
    now: () => new Date(),
    functions: smallFunctions,
    tell: (line) => said.push(line),
  });
  const progress = {
    looked: ({ step }: Result) => said.push(`looked at ${step.id}`),
    doing: (step: Step) => said.push(`doing ${step.id}`),
    would: (step: Step) => said.push(`would ${step.id}`),
  };
  return {
    said,
    context,
    setUp: (only: readonly Step[] = steps, dryRun = false) => setUp(only, context(), { dryRun, progress }),
    doctor: (only: readonly Step[] = steps) => lookAtAll(only, context()),
  };
}

/** The ids of the steps that are not right, with what is said. */
export const faults = (results: readonly Result[]) =>
  Object.fromEntries(results.filter(({ state }) => state !== 'ok').map((one) => [one.step.id, one.says]));
