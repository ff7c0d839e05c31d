// Limits the length of files and the width of comments, except in generated files.
import { pathToFileURL } from 'node:url';
import { report, type Source, sources } from './sources.ts';

const LINES_MAX = 300;
const COMMENT_MAX = 120;
const generated = /\.gen\.ts$|^supabase\/migrations\//;

export function findLong({ file, text }: Source): string[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return generated.test(file) || lines <= LINES_MAX
    ? []
    : [`${file}: ${lines} lines, at most ${LINES_MAX}: divide it by what it is about`];
}

const comment = { code: /^\s*(\/\/|\/?\*)/, sql: /^\s*(--|comment on )/ };

export function findWide({ file, text }: Source): string[] {
  if (generated.test(file)) return [];
  const isSql = file.endsWith('.sql');
  let describes = false;
  return text.split('\n').flatMap((line, at) => {
    const counts = describes || (isSql ? comment.sql : comment.code).test(line);
    describes = isSql && (describes || /^\s*comment on /.test(line)) && !line.trimEnd().endsWith(';');
    return counts && line.length > COMMENT_MAX
      ? [`${file}:${at + 1}: a comment of ${line.length} characters, at most ${COMMENT_MAX}`]
      : [];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  report(
    'length',
    sources(['.'], /\.(ts|tsx|js|mjs|cjs|astro|css|sql)$/).flatMap((source) => [
      ...findLong(source),
      ...findWide(source),
    ]),
  );
