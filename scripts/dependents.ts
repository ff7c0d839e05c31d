// Follows imports backwards, from changed files to everything that depends on them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { importsOf } from './check-circles.ts';
import { root, type Source, sources } from './sources.ts';

const code = /\.(tsx?|astro|mjs|cjs|js)$/;
/** Such a file depends on files that it does not import. */
const readsFiles = /node:fs|node:child_process|import\.meta\.glob|createServer/;

export interface Dependents {
  /** The changed files, and all that import them directly or through others. */
  files: Set<string>;
  /** Tests that read files or start processes, so their imports do not show what they depend on. */
  readingTests: Set<string>;
}

export function findDependents(
  changed: readonly string[],
  all: readonly Source[],
  folders: Record<string, string>,
): Dependents {
  const known = new Set(all.map(({ file }) => file));
  const imports = importsOf(
    [
      ...all,
      // A style, a picture or a deleted file can only break the files that import it.
      ...changed.filter((file) => !known.has(file)).map((file) => ({ file, text: '' })),
    ],
    folders,
  );
  const importers = new Map<string, string[]>();
  for (const [file, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  const reach = (starts: Iterable<string>): Set<string> => {
    const reached = new Set(starts);
    for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
    return reached;
  };
  const reading = all.filter(({ file, text }) => readsFiles.test(text) && !file.startsWith('src/'));
  const globbing = all.filter(({ text }) => text.includes('import.meta.glob'));
  return {
    files: reach(changed),
    readingTests: new Set(
      [...reach([...reading, ...globbing].map(({ file }) => file))].filter((file) =>
        /\.test\.tsx?$/.test(file),
      ),
    ),
  };
}

export function findDependentsHere(changed: readonly string[]): Dependents {
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>;
  };
  return findDependents(changed, sources(['.'], code), imports);
}
