// `node scripts/licences.ts` lists the licences of all packages from the lock files, without a network. It fails if one
// is not allowed, or not named. The inventory itself is `npm sbom --sbom-format cyclonedx --package-lock-only`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { root } from './sources.ts';

/** Licences under which a package may be used and shipped. MPL and LGPL ask only for changes to the package itself. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Public Domain',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages whose lock entry names no licence, with the one that their own text names. */
const known: Record<string, string> = { 'node_modules/md5-o-matic': 'MIT' };

const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({ license: v.optional(v.string()), link: v.optional(v.boolean()) }),
  ),
});

/** Every part of an expression must be allowed, even if one of several parts could be chosen. */
export const isAllowed = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(/ (?:AND|OR) /)
    .every((part) => allowed.has(part));

/** Returns the licences with the packages that have them. */
export function readLicences(lock: string): Map<string, string[]> {
  const { packages } = v.parse(v.pipe(v.string(), v.parseJson(), Lock), lock);
  const found = new Map<string, string[]>();
  for (const [name, { license, link }] of Object.entries(packages)) {
    if (name === '' || link) continue;
    const licence = license ?? known[name] ?? 'none';
    found.set(licence, [...(found.get(licence) ?? []), name]);
  }
  return found;
}

if (import.meta.main) {
  for (const folder of ['.', 'studio']) {
    const licences = readLicences(readFileSync(path.join(root, folder, 'package-lock.json'), 'utf8'));
    console.log(folder === '.' ? 'Site, functions and tools' : 'Studio');
    for (const [licence, names] of [...licences].toSorted((a, b) => b[1].length - a[1].length)) {
      console.log(`${String(names.length).padStart(6)} ${licence}`);
      if (isAllowed(licence)) continue;
      console.error(`Not allowed: ${licence} (${names.join(', ')})`);
      process.exitCode = 1;
    }
  }
}
