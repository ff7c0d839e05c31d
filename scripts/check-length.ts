// No file is longer than somebody reads at once; what is made by a command is not read.
import { pathToFileURL } from 'node:url';
import { report, type Source, sources } from './sources.ts';

const LINES_MOST = 300;
const made = /\.gen\.ts$|^supabase\/migrations\//;

export function findLong({ file, text }: Source): string[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return made.test(file) || lines <= LINES_MOST
    ? []
    : [`${file}: ${lines} lines, at most ${LINES_MOST}: divide it by what it is about`];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  report('length', sources(['.'], /\.(ts|tsx|js|mjs|cjs|astro|css|sql)$/).flatMap(findLong));
