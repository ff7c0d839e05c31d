import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const project = path.resolve(import.meta.dirname, '../..');
const read = (file: string) =>
  JSON.parse(readFileSync(path.join(project, file), 'utf8')) as Record<string, object>;
const installed = read('package.json')['dependencies'] as Record<string, string>;

test.each(Object.entries(read('supabase/functions/deno.json')['imports'] as Record<string, string>))(
  'when hosted, %s has the version that is tested here',
  (name, address) => {
    const [, packageName = '', file = ''] = /^(@[^/]+\/[^/]+|[^/]+)(.*)$/.exec(name) ?? [];
    expect(address).toBe(`npm:${packageName}@${installed[packageName]}${file}`);
  },
);

/** Every folder is deployed as a function. */
const deployed = readdirSync(path.join(project, 'supabase/functions'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
  .map(({ name }) => name);
const config = readFileSync(path.join(project, 'supabase/config.toml'), 'utf8');

test('every function has one section in the configuration, and every section has its folder', () => {
  const sections = [...config.matchAll(/^\[functions\.(.+)]$/gm)].map(([, name]) => name);
  expect(sections.toSorted()).toEqual(deployed.toSorted());
});

test.each(deployed)(
  '%s is deployed with these imports, and the gateway needs no token from its callers',
  (name) => {
    const section = new RegExp(`^\\[functions\\.${name}\\]\n([^[]*)`, 'm').exec(config)?.[1] ?? '';
    expect(section).toMatch(/^verify_jwt = false$/m);
    expect(section).toMatch(/^import_map = ".\/functions\/deno.json"$/m);
  },
);
