/** Errors of built scripts are traced to their sources. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shareMaps } from '#scripts/source-maps.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';

let world: World;
let dir: string;
beforeAll(async () => {
  world = await createWorld();
  dir = mkdtempSync(path.join(tmpdir(), 'maps-'));
});
afterAll(async () => {
  await world.stop();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(() => world.database.sql`truncate error_reports, error_fixes, rate_limits, source_maps`);

/**
 * Builds a script like the site, with its map where the build leaves it. Returns the stack of an error that it
 * throws.
 */
async function buildScript(moved = 0) {
  const src = path.join(dir, 'src');
  mkdirSync(src, { recursive: true });
  const lines = '// A line more.\n'.repeat(moved);
  writeFileSync(
    path.join(src, 'rule.ts'),
    `${lines}export function ageOf(person: { dob?: string }): number {\n  return person.dob!.length;\n}\n`,
  );
  writeFileSync(
    path.join(src, 'main.ts'),
    `import { ageOf } from './rule.ts';\nexport function showAges(people: object[]) {\n  return people.map((one) => ageOf(one) + ${moved});\n}\n`,
  );
  const bundle = await rolldown({ input: path.join(src, 'main.ts') });
  const { output } = await bundle.generate({
    format: 'esm',
    // Without this setting the minifier would inline so short a function.
    minify: { compress: false, mangle: true, codegen: true },
    sourcemap: 'hidden',
    dir: path.join(dir, 'dist/_astro'),
    entryFileNames: 'page.[hash].js',
  });
  const [{ fileName, code, map }] = output;
  expect(code).not.toContain('sourceMappingURL');
  const folder = path.join(dir, 'maps');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${fileName}.map`), JSON.stringify(map));
  writeFileSync(path.join(folder, 'release'), `r${moved}`);
  const file = path.join(dir, fileName.replace('.js', '.mjs'));
  writeFileSync(file, code);
  const { showAges } = (await import(/* @vite-ignore */ `file://${file}`)) as {
    showAges: (people: object[]) => void;
  };
  let stack = '';
  try {
    showAges([{}]);
  } catch (error) {
    stack = String((error as Error).stack);
  }
  stack = stack.replaceAll(
    /(?:file:\/\/)?\/[^\s():]*\/(page\.[\w-]+)\.mjs/g,
    'https://otter.test/_astro/$1.js',
  );
  return { folder, fileName, stack, release: `r${moved}` };
}

const share = (folder: string) =>
  shareMaps(folder, {
    PUBLIC_SUPABASE_URL: world.url.replace('/functions/v1', ''),
    MAINTENANCE_SECRET: maintenanceHeaders.authorization.slice('Bearer '.length),
  });
async function reportError(stack: string, release: string) {
  await world.database.sql`truncate error_reports cascade`;
  await world.call('error-monitor', {
    timestamp: new Date().toISOString(),
    error_type: 'RUNTIME_ERROR',
    message: "TypeError: Cannot read properties of undefined (reading 'length')",
    stack,
    release,
    url: 'https://otter.test/',
  });
  await world.waitForWork();
  const [row] = await world.database.sql<
    {
      source_file: string | null;
      source_line: number | null;
      source_function: string | null;
      cause: string;
    }[]
  >`select source_file, source_line, source_function, cause from error_reports`;
  return row;
}

test('an error is identified by file, function and line of its source, the same across releases', async () => {
  const first = await buildScript();
  expect(await share(first.folder)).toBe(true);
  const before = await reportError(first.stack, first.release);
  expect(before).toMatchObject({ source_line: 2, source_function: 'ageOf' });
  expect(before?.source_file).toMatch(/(^|\/)src\/rule\.ts$/);

  const next = await buildScript(3);
  expect(next.fileName).not.toBe(first.fileName);
  await share(next.folder);
  const after = await reportError(next.stack, next.release);
  expect(after).toMatchObject({ source_line: 5, source_function: 'ageOf', cause: before?.cause });
});

test('an error without a map is grouped by its script, and the report is stored all the same', async () => {
  const { fileName, stack, release } = await buildScript();
  const unknown = stack.replaceAll(fileName, 'unknown.js');
  expect(await reportError(unknown, release)).toMatchObject({ source_file: null, source_line: null });
});

test('an invalid map or stack loses no report', async () => {
  const { folder, fileName, stack, release } = await buildScript();
  await share(folder);
  await world.database.sql`update source_maps set file = 'broken.js', map = '{"version": 3, "sections": 4}'`;
  const otherStack = stack.replaceAll(fileName, 'broken.js');
  expect(await reportError(otherStack, release)).toMatchObject({ source_file: null });
  expect(
    await reportError('at x (https://otter.test/_astro/../../etc/passwd.js:1:1)', release),
  ).toMatchObject({
    source_file: null,
  });
});

test('only missing maps are sent, without the text of the sources', async () => {
  const { folder } = await buildScript();
  await share(folder);
  const storedMaps = await world.database.sql<
    { release: string; map: string }[]
  >`select release, map from source_maps`;
  expect(storedMaps).toHaveLength(1);
  expect(storedMaps[0]?.map).not.toMatch(/sourcesContent|person\.dob/);
  const secondBuild = await buildScript();
  let calls = 0;
  const fetched = globalThis.fetch;
  globalThis.fetch = (...call) => ((calls += 1), fetched(...call));
  try {
    expect(await share(secondBuild.folder)).toBe(true);
  } finally {
    globalThis.fetch = fetched;
  }
  expect(calls).toBe(1);
});

test.each([
  ['nobody', {}],
  ['a stranger', { authorization: 'Bearer guessed' }],
])('%s can neither store nor read maps', async (_, headers) => {
  const { fileName } = await buildScript();
  const named = { release: 'r0', files: { [fileName]: '0'.repeat(64) } };
  expect(await world.call('error-monitor/source-maps', named, headers)).toMatchObject({ status: 401 });
  const answer = await fetch(`${world.url}/error-monitor/source-maps?file=${fileName}`, { headers });
  expect(await answer.text()).not.toContain('mappings');
  expect(await world.database.sql`select file from source_maps`).toHaveLength(0);
});

test.each<[what: string, body: unknown]>([
  ['half of JSON', '{"release":'],
  ['a name that leads to another folder', { release: 'r', files: { '../x.js': '0'.repeat(64) } }],
  ['a map that was not announced', { file: 'x.js', map: '{}' }],
  ['no release', { files: {} }],
])('the builder is refused with %s', async (_, body) => {
  expect(await world.call('error-monitor/source-maps', body, maintenanceHeaders)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  });
});
