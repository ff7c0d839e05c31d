// Refuses files that import each other in a circle, types included, because a reader would have to read all of them
// at once.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { report, root, type Source, sources, withoutComments } from './sources.ts';

const specifier = /\b(?:from|import)\s*\(?\s*['"]([.#][^'"]+)['"]/g;

export function importsOf(all: readonly Source[], folders: Record<string, string>): Map<string, string[]> {
  const knownFiles = new Set(all.map(({ file }) => file));
  const aliases = Object.entries(folders).map(([name, folder]): [string, string] => [
    name.replace('*', ''),
    path.posix.normalize(folder.replace('*', '')),
  ]);
  const addressOf = (file: string, name: string): string => {
    const [alias, folder] = aliases.find(([start]) => name.startsWith(start)) ?? [];
    if (alias !== undefined && folder !== undefined) return folder + name.slice(alias.length);
    return path.posix.join(path.posix.dirname(file), name);
  };
  return new Map(
    all.map(({ file, text }) => [
      file,
      [...withoutComments(text).matchAll(specifier)]
        .map(([, name = '']) => addressOf(file, name.replace(/\?.*$/, '')))
        .filter((target) => knownFiles.has(target) && target !== file),
    ]),
  );
}

export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  function visitFile(file: string): void {
    number.set(file, number.size);
    lowest.set(file, number.get(file) ?? 0);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!number.has(next)) visitFile(next);
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(file) !== number.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  }
  for (const file of graph.keys()) if (!number.has(file)) visitFile(file);
  return circles.sort(([a = ''], [b = '']) => a.localeCompare(b));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>;
  };
  const all = sources(['src', 'studio', 'local', 'scripts'], /\.(tsx?|astro|mjs)$/);
  report(
    'circles',
    findCircles(importsOf(all, imports)).map((circle) => `in a circle: ${circle.join(', ')}`),
  );
}
