// Checks the messages of screens and e-mails: none uses a banned word, and none of the screens' is unused.
import { pathToFileURL } from 'node:url';
import { parse } from '@typescript-eslint/parser';
import { report, type Source, sources } from './sources.ts';

/** Files that hold a feature's messages. */
const isMessages = /\/(?:[\w-]*messages|refusals|[\w-]*words)\.tsx?$/;
/** Files that hold an e-mail's sentences. */
const isMail = /\/server\/mails\/.*\.tsx?$/;
const banned = [
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bmeanwhile\b/i, instead: 'say when' },
  { pattern: /\bwhoever\b/i, instead: 'who, anyone who' },
  { pattern: /\bstands? here\b/i, instead: 'say what it is' },
  { pattern: /\ba person (?:does|decides|answers)\b/i, instead: 'we' },
  { pattern: /\bcall(?:s|ed|ing)? (?:it |them |this |one |this one )?off\b/i, instead: 'cancelled' },
  { pattern: /\bthe way it came\b/i, instead: 'to the original payment method' },
  { pattern: /\bgiv(?:e|es|en|ing) back\b/i, instead: 'refunded, returned' },
  { pattern: /\bseems? to be offline\b|\byou are offline\b/i, instead: 'domain/offline-messages.ts' },
  { pattern: /\b(?:is|are|was|were) kept\b/i, instead: 'is still here, we store' },
  { pattern: /\bany more\b/i, instead: 'no longer' },
  { pattern: /\bstays? as (?:it|they) (?:is|are|was|were)\b/i, instead: 'does not change' },
  { pattern: /\b(?:by itself|by themselves|renews? itself)\b/i, instead: 'automatically' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bleads? nowhere\b/i, instead: 'stops working' },
  { pattern: /\bnobody has told\b/i, instead: 'we have no information' },
  { pattern: /\bnot said\b/i, instead: 'no answer yet' },
  { pattern: /\bhas begun\b/i, instead: 'has started' },
  { pattern: /\berase[sd]?\b/i, instead: 'delete' },
];

interface Node {
  type: string;
  loc: { start: { line: number } };
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, look);
  else if (isNode(value)) {
    look(value);
    for (const [key, child] of Object.entries(value)) if (key !== 'parent') visit(child, look);
  }
}
const treeOf = ({ file, text }: Source) =>
  parse(text, { loc: true, ecmaFeatures: { jsx: file.endsWith('x') } }) as unknown as Node;

interface Sentence {
  text: string;
  at: string;
}
/** The sentences of a file; `{}` replaces what a template fills in. */
function sentencesOf(source: Source): Sentence[] {
  const found: Sentence[] = [];
  visit(treeOf(source)['body'], (node) => {
    const at = `${source.file}:${node.loc.start.line}`;
    if ((node.type === 'Literal' || node.type === 'JSXText') && typeof node['value'] === 'string')
      found.push({ text: node['value'].replaceAll(/\s+/g, ' '), at });
    if (node.type === 'TemplateLiteral') {
      const quasis = node['quasis'] as { value: { cooked: string } }[];
      found.push({ text: quasis.map(({ value }) => value.cooked).join('{}'), at });
    }
  });
  return found;
}

export const findBanned = (source: Source): string[] =>
  sentencesOf(source)
    .filter(({ text }) => text.includes(' '))
    .flatMap(({ text, at }) =>
      banned
        .filter(({ pattern }) => pattern.test(text))
        .map(({ pattern, instead }) => `${at}: "${pattern.exec(text)?.[0] ?? ''}" (${instead}): ${text}`),
    );

/** Names that are used as `.name`, `['name']` or `{ name } =`. */
const usedNames = (texts: readonly string[]): Set<string> =>
  new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\.\s*([a-zA-Z_]\w*)|\['(\w+)'\]|\{([^{}]*)\}\s*=\s/g)].flatMap(
        ([, name = '', quoted = '', list = '']) => [
          name,
          quoted,
          ...list.split(',').map((one) => one.split(':')[0]?.trim() ?? ''),
        ],
      ),
    ),
  );

/** Messages whose name no file uses. Objects that are read by a variable key (`words[code]`) are left out. */
export function findUnused(messages: readonly Source[], all: readonly Source[]): string[] {
  const texts = all.map(({ text }) => text);
  const used = usedNames(texts);
  const isIndexed = (name: string) => texts.some((text) => new RegExp(`\\b${name}\\??\\.?\\[`).test(text));
  return messages.flatMap((source) => {
    const found: string[] = [];
    const body = treeOf(source)['body'] as { declaration?: { declarations?: Node[] } | null }[];
    for (const node of body.flatMap(({ declaration }) => declaration?.declarations ?? [])) {
      const { name, typeAnnotation } = node['id'] as { name?: string; typeAnnotation?: unknown };
      let init = node['init'];
      if (isNode(init) && init.type === 'TSAsExpression') init = init['expression'];
      if (name === undefined || typeAnnotation !== undefined) continue;
      if (!isNode(init) || init.type !== 'ObjectExpression' || isIndexed(name)) continue;
      for (const { key } of init['properties'] as { key?: Node }[])
        // A key with an underscore is a code or a table, which is looked up by variable.
        if (
          key?.type === 'Identifier' &&
          !String(key['name']).includes('_') &&
          !used.has(String(key['name']))
        )
          found.push(`${source.file}:${key.loc.start.line}: nothing shows ${name}.${String(key['name'])}`);
    }
    return found;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const all = sources(['src'], /\.(tsx?|astro)$/);
  const messages = all.filter(({ file }) => isMessages.test(file));
  const mails = sources(['supabase/functions/_shared'], /\.tsx?$/).filter(
    ({ file }) => isMail.test(file) || isMessages.test(file),
  );
  report('messages', [...[...messages, ...mails].flatMap(findBanned), ...findUnused(messages, all)]);
}
