import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { appUi, type Bundle, bundles, type Special, special, type Users } from '../config/bundles.ts';

const TABLE = 'src/config/bundles.ts';

/** Returns the row of the feature that a module belongs to. Returns null if the module is not in a feature. */
export function findBundle(id: string): Bundle | null {
  const [, feature] = /\/src\/features\/([^/]+)\//.exec(id) ?? [];
  if (feature === undefined) return null;
  const bundle = bundles[feature];
  if (!bundle) throw new Error(`The feature “${feature}” has no row in ${TABLE}`);
  return bundle;
}

export const usersOf = (file: string): Users[] =>
  Object.values(bundles).flatMap((bundle) => (bundle.file === file ? [bundle.users] : []));

export const isSpecial = (kind: Special, id: string): boolean =>
  special[kind].some((start) => id.includes(path.posix.join('/src', start)));

export function styleSources(rows: Readonly<Record<string, Bundle>> = bundles): Record<string, string[]> {
  const features = Object.keys(rows).filter((feature) => rows[feature]?.styles === 'app');
  const folders = [`'../features/{${features.join(',')}}'`, `'../ui/{${appUi.join(',')}}'`];
  return {
    'app.css': folders.map((folder) => `@source ${folder};`),
    'global.css': folders.map((folder) => `@source not ${folder};`),
  };
}

/** Returns a sentence for each difference between the table and the folder `src`. */
export function bundleFaults(src: string, rows: Readonly<Record<string, Bundle>> = bundles): string[] {
  const features = readdirSync(path.join(src, 'features'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const paths = [...Object.values(special).flat(), ...appUi.map((folder) => `ui/${folder}`)];
  const faults = [
    ...features
      .filter((feature) => !rows[feature])
      .map((feature) => `The feature “${feature}” has no row in ${TABLE}`),
    ...Object.keys(rows)
      .filter((feature) => !features.includes(feature))
      .map((feature) => `${TABLE} has a row for “${feature}”, which is no folder of src/features`),
    ...paths
      .filter((file) => !existsSync(path.join(src, file)))
      .map((file) => `${TABLE} names src/${file}, which does not exist`),
  ];
  for (const [sheet, expected] of Object.entries(styleSources(rows))) {
    const text = readFileSync(path.join(src, 'styles', sheet), 'utf8');
    const found = text.match(/^@source .*$/gm) ?? [];
    if (found.join() !== expected.join())
      faults.push(`src/styles/${sheet} needs these lines by ${TABLE}:\n${expected.join('\n')}`);
  }
  return faults;
}

/** Stops the build and `npm run dev` if the table does not fit the folders. */
export function checkBundles(src: string): void {
  const faults = bundleFaults(src);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
