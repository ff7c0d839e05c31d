import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroConfig, HookParameters } from 'astro';
import type { Plugin } from 'vite';
import { expect, test } from 'vitest';
import { wording } from '#build/wording/integration.ts';
import type { Change } from '#contract/wording.ts';

const file = path.resolve('src/features/checkout/messages.ts');
const code = readFileSync(file, 'utf8');

/** Returns the bundled file after a build has read these changes, or null if the plugin does not change it. */
async function bundle(changes: readonly Change[]) {
  const warnings: string[] = [];
  const { hooks } = wording({
    read: () => Promise.resolve(changes),
    readTranslated: () => Promise.resolve([]),
    listen: () => () => undefined,
  });
  let plugin: Plugin | undefined;
  await hooks['astro:config:setup']?.({
    config: { root: pathToFileURL(`${process.cwd()}/`) } as AstroConfig,
    updateConfig: ({ vite }: { vite: { plugins: Plugin[] } }) => {
      [plugin] = vite.plugins;
    },
  } as unknown as HookParameters<'astro:config:setup'>);
  const logger = { warn: (text: string) => warnings.push(text) };
  await hooks['astro:build:start']?.({ logger } as unknown as HookParameters<'astro:build:start'>);
  const transform = plugin?.transform as { handler: (code: string, id: string) => { code: string } | null };
  return { result: transform.handler(code, file)?.code ?? null, warnings };
}

const key = 'features/checkout/messages:messages/haveAccount';
const was = 'Do you have an account?';

test('a build bundles the changed sentence instead of ours', async () => {
  const { result, warnings } = await bundle([{ key, was, text: 'Booked with us before?' }]);
  expect(result).toBe(code.replace(`'${was}'`, '`Booked with us before?`'));
  expect(warnings).toEqual([]);
});

test('a broken change is named in the log, and our own sentence is bundled', async () => {
  const { result, warnings } = await bundle([{ key, was, text: 'Before, {name}?' }]);
  expect(result).toBeNull();
  expect(warnings).toEqual([
    `The sentence ${key} that Studio changed can’t be used (unknown_placeholder); ours is shown.`,
  ]);
});
