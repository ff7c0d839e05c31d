// Refuses banned words in texts that people read, sentences of screens or e-mails that are in two files, and messages
// of screens that nothing uses.
import { pathToFileURL } from 'node:url';
import { parseSync } from 'rolldown/utils';
import { report, type Source, sources } from './sources.ts';

const isMessages = /\/(?:[\w-]*messages|refusals|[\w-]*words)\.tsx?$/;
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
  { pattern: /\b(?:cannot|can not)\b/i, instead: 'can’t' },
  { pattern: /\b(?:is|are) over\b(?! \d)/i, instead: 'has ended' },
  { pattern: /\btoo many tries\b/i, instead: 'domain/too-many-attempts.ts' },
  { pattern: /\blet (?:it|the spots?) go\b/i, instead: 'decline' },
  { pattern: /(?<![/\w-])(?:[Tt]ry-outs?|[Tt]ryouts?) /, instead: 'Try-Out' },
  { pattern: /\bEpic\b/, instead: 'EPIC' },
  { pattern: /\bwho may collect(?=[:.,]|$)/i, instead: 'who may collect your child' },
];

/**
 * Two files of the screens may repeat these sentences, because sharing one file would cost a public page another
 * script.
 */
const repeatable = new Set([
  // The checkout and the profile of a child ask the same question.
  'Never stood on one',
  'Rolls, turns and stops',
  'Drops in and wants more',
  // These must be shown if nothing more can be loaded. The general messages of all codes load on demand.
  'Please try again in a moment.',
  'Something went wrong on our side. Please try again.',
  'We can’t find this order.',
  'Something is missing, such as the @ or an ending like .com or .sg',
  'This was not accepted. Please check it again.',
  'Failed to navigate to checkout. Please try again.',
]);
/** Shorter texts are labels, which may be equal by chance. */
const SENTENCE_WORDS = 4;

interface Node {
  type: string;
  /** An offset in the file. */
  start: number;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function visit(value: unknown, onNode: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, onNode);
  else if (isNode(value)) {
    onNode(value);
    for (const [key, child] of Object.entries(value)) if (key !== 'parent') visit(child, onNode);
  }
}

const trees = new WeakMap<Source, Node>();
function treeOf(source: Source): Node {
  const cached = trees.get(source);
  if (cached) return cached;
  const { program, errors } = parseSync(source.file.replace(/\.astro$/, '.ts'), source.text);
  if (errors[0]) throw new Error(`${source.file}: ${errors[0].message}`);
  const tree = program as unknown as Node;
  trees.set(source, tree);
  return tree;
}

const placeOf = ({ file, text }: Source, { start }: Node) =>
  `${file}:${text.slice(0, start).split('\n').length}`;

interface Sentence {
  text: string;
  at: string;
}
function sentencesOf(source: Source): Sentence[] {
  const found: Sentence[] = [];
  visit(treeOf(source)['body'], (node) => {
    const at = placeOf(source, node);
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

/** Finds sentences in two files. Screens and e-mails are separate programs, so each is searched alone. */
export function findRepeated(files: readonly Source[]): string[] {
  const places = new Map<string, Sentence[]>();
  for (const source of files)
    for (const { text, at } of sentencesOf(source)) {
      const sentence = text.trim();
      const words = sentence.match(/[a-z][a-z’'-]*/gi) ?? [];
      if (!sentence.includes(' ') || words.length < SENTENCE_WORDS || repeatable.has(sentence)) continue;
      places.set(sentence, [...(places.get(sentence) ?? []), { text: sentence, at }]);
    }
  const fileOf = ({ at }: Sentence) => at.slice(0, at.lastIndexOf(':'));
  return [...places.values()].flatMap(([first, ...others]) => {
    const other = others.find((sentence) => first && fileOf(sentence) !== fileOf(first));
    return first && other ? [`${other.at}: also at ${first.at}: ${first.text}`] : [];
  });
}

export function pageTexts({ file, text }: Source): Source {
  const html = text
    .replace(/^---[\s\S]*?\n---/, '')
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g, '');
  const texts = [...html.matchAll(/>([^<>{}]+)[<{]|(?:title|label|alt|description)="([^"]+)"/g)];
  return { file, text: texts.map(([, inner, value]) => JSON.stringify(inner ?? value)).join(';\n') };
}

/** Finds names that are used as `.name`, `['name']` or `{ name } =`. */
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

/** Leaves out objects that are read by a variable key (`words[code]`). */
export function findUnused(messages: readonly Source[], all: readonly Source[]): string[] {
  const texts = all.map(({ text }) => text);
  const used = usedNames(texts);
  const indexed = new Set(
    texts.flatMap((text) => Array.from(text.matchAll(/\b(\w+)\??\.?\[/g), ([, name]) => name)),
  );
  return messages.flatMap((source) => {
    const found: string[] = [];
    const body = treeOf(source)['body'] as { declaration?: { declarations?: Node[] } | null }[];
    for (const node of body.flatMap(({ declaration }) => declaration?.declarations ?? [])) {
      const { name, typeAnnotation } = node['id'] as { name?: string; typeAnnotation?: unknown };
      let init = node['init'];
      if (isNode(init) && init.type === 'TSAsExpression') init = init['expression'];
      if (name === undefined || typeAnnotation) continue;
      if (!isNode(init) || init.type !== 'ObjectExpression' || indexed.has(name)) continue;
      for (const { key } of init['properties'] as { key?: Node }[])
        // A key with an underscore is a code or a table, which is looked up by a variable.
        if (
          key?.type === 'Identifier' &&
          !String(key['name']).includes('_') &&
          !used.has(String(key['name']))
        )
          found.push(`${placeOf(source, key)}: nothing shows ${name}.${String(key['name'])}`);
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
  // The catalogue repeats sentences of the code, which are checked in the code.
  const studio = sources(['studio'], /(?<!\.gen)\.tsx?$/);
  const pages = all.filter(({ file }) => file.endsWith('.astro')).map(pageTexts);
  report('messages', [
    ...[...messages, ...mails, ...studio, ...pages].flatMap(findBanned),
    ...[messages, mails].flatMap(findRepeated),
    ...findUnused(messages, all),
  ]);
}
