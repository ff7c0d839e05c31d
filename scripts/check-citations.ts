// Checks that comments cite only what is in this repository: a section of the specification, a decision, a heading or
// a file.
import { pathToFileURL } from 'node:url';
import { lineOf, report, type Source, sources } from './sources.ts';

export interface Citable {
  files: string[];
  headings: Record<string, string[]>;
}

const specifiedIn: Record<string, string> = { '1': 'docs/platform.md', '2': 'docs/selling.md' };
const fileName = /(?<![\w@{}<>*$:/.\]-])(?:[\w@./-]|\[[.\w]+\])+\.(?:md|tsx?|astro|sql|mjs)\b(?!\.?[-\w(])/g;
const quoted = / "([^"]+)"/g;

/**
 * Returns the comments of a file on their own lines, with SQL's `comment on`. In Markdown everything counts but code
 * blocks.
 */
export function commentsOf({ file, text }: Source): string {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ');
  if (file.endsWith('.md')) return text.replace(/```[\s\S]*?```/g, blank);
  const comment = file.endsWith('.sql')
    ? /--[^\n]*|comment on [^;']*'(?:[^']|'')*'(?:\s*\n\s*'(?:[^']|'')*')*/g
    : /(?<![^\s;{}(,])\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![^\s;{}(,])\/\/[^\n]*/g;
  let comments = '';
  let end = 0;
  for (const { 0: found, index } of text.matchAll(comment)) {
    comments += blank(text.slice(end, index)) + found;
    end = index + found.length;
  }
  // An SQL string that continues on the next line is a separate literal there.
  if (file.endsWith('.sql')) comments = comments.replace(/'\n *'/g, '\n');
  // A citation may continue on the next line, so the comment's opening characters are removed there.
  return comments.replaceAll("''", "'").replace(/\n *(?:\*|\/\/|--)/g, '\n');
}

export function findUnresolved(source: Source, { files, headings }: Citable): string[] {
  const text = commentsOf(source);
  const findings: string[] = [];
  const messageAt = (index: number, what: string) =>
    findings.push(`${source.file}:${lineOf(text, index)}: ${what}`);
  const need = (index: number, file: string, title: string) => {
    if (!headings[file]?.includes(title.replace(/\s+/g, ' ')))
      messageAt(index, `${file} has no heading "${title}"`);
  };

  for (const match of text.matchAll(
    /\bspec(?:ification)?s?\s+([12])\b((?:(?:,|\s+and|\s+to|-)?\s*(?:§\d+|"[^"]+"))*)/gi,
  )) {
    const [, part = '', rest = ''] = match;
    const file = specifiedIn[part] ?? '';
    const numbers = [...rest.matchAll(/§(\d+)/g)];
    if (!numbers.length || !/^spec\s/i.test(match[0]))
      messageAt(match.index, `say "${match[0].trim()}" as spec ${part} § and the section's number`);
    for (const [, number = ''] of numbers)
      if (!headings[file]?.some((heading) => heading.startsWith(`${part} §${number} `)))
        messageAt(match.index, `${file} has no section ${part} §${number}`);
    for (const [, title = ''] of rest.matchAll(quoted)) need(match.index, file, title);
  }
  for (const { index, 1: where = '', 2: title = '' } of text.matchAll(/\b(decisions|README)\s+"([^"]+)"/g))
    need(index, where === 'README' ? 'README.md' : 'docs/decisions', title);
  for (const { 0: found, index } of text.matchAll(
    /\b(?:\d-decisions|architecture,? ["“]|issue \d+|(?:decisions|README), ["“])/gi,
  ))
    messageAt(index, `${found} names nothing in this repository`);
  for (const { 0: found, index } of text.matchAll(/\bmigrations?\s+\d{4}\b/gi))
    messageAt(index, `name the file of supabase/schemas instead of ${found}`);
  for (const { 0: found, index } of text.matchAll(fileName)) {
    const path = found.replace(/^(?:\.{0,2}\/)+/, '');
    if (!files.some((file) => file === path || file.endsWith(`/${path}`)))
      messageAt(index, `there is no file ${found}`);
  }
  return findings;
}

export function readCitable(all: string[], documents: Source[]): Citable {
  const headings = documents.map(({ file, text }): [string, string[]] => [
    file,
    [...text.matchAll(/^#+ (.+)$|\*\*([^*\n]+)\*\*/gm)].map(([, heading, bold]) => heading ?? bold ?? ''),
  ]);
  const decisions = headings.flatMap(([file, titles]) => (file.startsWith('docs/decisions/') ? titles : []));
  return { files: all, headings: { ...Object.fromEntries(headings), 'docs/decisions': decisions } };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const citableNames = readCitable(
    sources(['.'], /./).map(({ file }) => file),
    sources(['README.md', 'docs'], /\.md$/),
  );
  const places = ['src', 'supabase', 'studio', 'local', 'scripts', 'tests', 'docs', 'README.md', 'public'];
  report(
    'citations',
    sources(places, /\.(ts|tsx|astro|sql|mjs|css|md)$/).flatMap((source) =>
      findUnresolved(source, citableNames),
    ),
  );
}
