import { parseSync } from 'rolldown/utils';
import type { Sentence } from '#contract/wording.ts';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** A value inside a sentence, and where its expression is in the file. */
interface Value {
  label: string;
  start: number;
  end: number;
}

/** A sentence and where it is in its file. */
export interface Located extends Sentence {
  start: number;
  end: number;
  values: readonly Value[];
  /** Of a component: it stands between tags or in an attribute, without quotes of its own. */
  isMarkup?: true;
}

/** Properties whose text is a code for the program. */
const codes = new Set(['id', 'code', 'field', 'href', 'key', 'kind', 'purpose', 'state', 'step', 'value']);
/** Attributes of components that people read. */
const attributes = new Set(['aria-label', 'alt', 'hint', 'label', 'note', 'placeholder', 'text', 'title']);
/** Methods and classes that compare or take apart texts. */
const readers = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'split',
  'replace',
  'replaceAll',
  'match',
  'join',
]);
/** Expressions that decide what is shown, and are not shown. */
const comparisons = new Set([
  'BinaryExpression',
  'UnaryExpression',
  'NewExpression',
  'TaggedTemplateExpression',
]);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const nodesOf = (value: unknown): Node[] =>
  Array.isArray(value) ? (value as unknown[]).flatMap(nodesOf) : isNode(value) ? [value] : [];
const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  return String(node['name'] ?? node['value'] ?? '');
};
const isIdentifier = (name: string) => /^[\w$]+$/.test(name);
const isText = (text: string) => /\p{L}{2}/u.test(text);

/** Every sentence of a file of messages, in its order. `file` is the path from the project's root. */
export function sentencesIn(file: string, code: string): Located[] {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: Located[] = [];
  const counts = new Map<string, number>();
  const prefix = file.replace(/^src\/|^supabase\/functions\/_shared\//, '').replace(/\.tsx?$/, '');

  /** The sentence whose values are visited. */
  let around: string | undefined;
  const isMail = file.includes('/mails/');
  const isComponent = !isMail && file.endsWith('.tsx') && !file.endsWith('messages.tsx');
  /** Of functions around the node. */
  let depth = 0;

  function add(node: Node, path: string, text: string, values: readonly Value[], isMarkup = false) {
    if (isMail && depth === 0) throw new Error(`${file}: “${text}” is said before anything can be changed.`);
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const key = `${prefix}:${path}${count === 1 ? '' : `~${count}`}`;
    found.push({
      ...{ key, text, start: node.start, end: node.end, values },
      ...(around !== undefined && { within: around }),
      ...(isMarkup && { isMarkup }),
    });
  }

  function visit(value: unknown, path: string): void {
    for (const node of nodesOf(value)) visitNode(node, path);
  }

  function visitNode(node: Node, path: string): void {
    if (isComponent) return visitMarkup(node, path);
    if (isMail && node.type !== 'TaggedTemplateExpression') return visitCode(node, path);
    const parts = partsOf(node);
    if (parts) {
      const { text, values } = composed(parts, code);
      if (isText(text.replaceAll(/\{[^{}]*\}/g, '')) || (values.length === 0 && isText(text)))
        add(node, path, text, values);
      const before = around;
      around = text;
      for (const part of parts) if (typeof part !== 'string') visitNode(part, path);
      around = before;
      return;
    }
    if (node.type.startsWith('Import') || comparisons.has(node.type)) return;
    if (node.type.startsWith('TS')) return visit(node['expression'], path);
    if (node.type === 'Property') {
      const name = nameOf(node['key']);
      return codes.has(name) ? undefined : visit(node['value'], joined(path, name));
    }
    if (node.type === 'VariableDeclarator') return visit(node['init'], joined(path, nameOf(node['id'])));
    if (node.type === 'FunctionDeclaration') return visit(node['body'], joined(path, nameOf(node['id'])));
    if (node.type === 'SwitchCase') return visit(node['consequent'], joined(path, nameOf(node['test'])));
    if (node.type === 'ConditionalExpression') return visit([node['consequent'], node['alternate']], path);
    if (node.type === 'IfStatement') return visit([node['consequent'], node['alternate']], path);
    if (node.type === 'LogicalExpression')
      return visit(node['operator'] === '&&' ? node['right'] : [node['left'], node['right']], path);
    if (node.type === 'MemberExpression') return visit(node['object'], path);
    if (node.type === 'CallExpression') {
      const callee = node['callee'] as Node;
      visit(callee['object'], path);
      if (!readers.has(nameOf(callee['property']))) visit(node['arguments'], path);
      return;
    }
    if (node.type.endsWith('FunctionExpression')) return visit(node['body'], path);
    for (const [name, child] of Object.entries(node)) if (name !== 'parent') visit(child, path);
  }

  /** Texts between tags and of attributes; a component's other sentences are in its messages. */
  function visitMarkup(node: Node, path: string): void {
    const value = node.type === 'JSXAttribute' ? (node['value'] as Node | null) : node;
    const isRead = node.type === 'JSXText' || attributes.has(nameOf(node['name']));
    const text = value && (node.type === 'JSXText' || value.type === 'Literal') ? String(value['value']) : '';
    if (value && isRead && isText(text) && !text.includes('&')) {
      const [before, after] = node.type === 'JSXText' ? [/^\s*/, /\s*$/] : [/^/, /$/];
      const [start, end] = [value.start + lengthOf(before, text), value.end - lengthOf(after, text)];
      add({ ...value, start, end }, path, text.replaceAll(/\s+/g, ' ').trim(), [], true);
    }
    visitCode(node, path);
  }

  /** Only what `say` is called with is a sentence; everything else may contain such calls. */
  function visitCode(node: Node, path: string): void {
    const name = nameOf(node['id'] ?? (node.type === 'Property' ? node['key'] : null));
    const isFunction = node.type.includes('Function');
    depth += isFunction ? 1 : 0;
    for (const [field, child] of Object.entries(node))
      if (field !== 'parent') visit(child, joined(path, isIdentifier(name) ? name : ''));
    depth -= isFunction ? 1 : 0;
  }

  visit(program.body, '');
  return found;
}

const joined = (path: string, name: string) => (path === '' ? name : name === '' ? path : `${path}.${name}`);

/** Texts and expressions of a literal, a template or a chain of them with +; null for other expressions. */
function partsOf(node: Node): (string | Node)[] | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : null;
  // A sentence of a mail (`supabase/functions/_shared/server/mails/say.ts`).
  if (node.type === 'TaggedTemplateExpression')
    return nameOf(node['tag']) === 'say' ? partsOf(node['quasi'] as Node) : null;
  if (node.type === 'TemplateLiteral') {
    const texts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
    const values = node['expressions'] as Node[];
    return texts.flatMap((text, index) => [text, ...(values[index] ? [values[index]] : [])]);
  }
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return null;
  const [left, right] = [node['left'] as Node, node['right'] as Node];
  const [before, after] = [partsOf(left), partsOf(right)];
  return before || after ? [...(before ?? [left]), ...(after ?? [right])] : null;
}

/** The text with a placeholder for each expression. The same expression has the same placeholder. */
function composed(parts: readonly (string | Node)[], code: string): { text: string; values: Value[] } {
  const sources = new Map<string, string>();
  const values: Value[] = [];
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const source = code.slice(part.start, part.end);
    const name = labelOf(part, code);
    let label = name;
    for (let more = 2; (sources.get(label) ?? source) !== source; more++) label = `${name} ${more}`;
    sources.set(label, source);
    values.push({ label, start: part.start, end: part.end });
    text += `{${label}}`;
  }
  return { text, values };
}

/** Longer lists of words are cut in a placeholder. */
const LABEL_MAX = 48;

/** `name` of a value; `is/are` for a choice of words; `spots` for a number with its noun. */
function labelOf(node: Node, code: string): string {
  const words = wordsIn(node, code);
  if (isNode(node['callee']) && nameOf(node['callee']) === 'plural') return words.at(-1) ?? valueName(node);
  if (words.length === 0) return valueName(node);
  const label = words.length === 1 ? `${words[0]}/` : words.join('/');
  return label.length > LABEL_MAX ? `${label.slice(0, LABEL_MAX)}…/` : label;
}

function wordsIn(node: Node, code: string): string[] {
  const parts = partsOf(node);
  if (parts) {
    const { text } = composed(parts, code);
    const plain = text.replaceAll(/[{}]/g, '').trim();
    return isText(plain) ? [plain] : [];
  }
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].flatMap((one) => wordsIn(one as Node, code));
  if (node.type === 'CallExpression')
    return nodesOf(node['arguments']).flatMap((one) =>
      one.type === 'Literal' || one.type === 'TemplateLiteral' ? wordsIn(one, code) : [],
    );
  return [];
}

/** Last name of a value: `price` of `formatMoney(offer.priceCents)`. */
function valueName(node: Node): string {
  if (node.type === 'Identifier') return readable(nameOf(node));
  if (node.type === 'MemberExpression')
    return node['computed'] === true ? valueName(node['object'] as Node) : readable(nameOf(node['property']));
  if (node.type === 'CallExpression') {
    const argument = nodesOf(node['arguments'])
      .map(valueName)
      .find((name) => name !== 'value');
    return argument ?? valueName(node['callee'] as Node);
  }
  const inner = ['expression', 'left', 'argument', 'test', 'consequent', 'object'].flatMap((name) =>
    nodesOf(node[name]),
  );
  return inner.map(valueName).find((name) => name !== 'value') ?? 'value';
}

const lengthOf = (pattern: RegExp, text: string) => pattern.exec(text)?.[0].length ?? 0;

const readable = (name: string) =>
  name === 'cents'
    ? 'amount'
    : name
        .replace(/Cents$/, '')
        .replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ')
        .toLowerCase();

/** The file with these texts by key instead of its own. Expressions stay as they are, so nothing runs later. */
export function withWording(
  code: string,
  sentences: readonly Located[],
  texts: ReadonlyMap<string, string>,
): string {
  const ordered = [...sentences].sort((a, b) => a.start - b.start || b.end - a.end);
  function part(start: number, end: number): string {
    let [result, at] = ['', start];
    for (const sentence of ordered) {
      const text = texts.get(sentence.key);
      if (text === undefined || sentence.start < at || sentence.end > end) continue;
      result += code.slice(at, sentence.start) + literal(text, sentence);
      at = sentence.end;
    }
    return result + code.slice(at, end);
  }
  function literal(text: string, { values, isMarkup }: Located): string {
    const pieces = text.split(/(\{[^{}]+\})/).map((piece) => {
      const value = values.find(({ label }) => piece === `{${label}}`);
      return value ? `\${${part(value.start, value.end)}}` : escaped(piece);
    });
    const template = `\`${pieces.join('')}\``;
    return isMarkup ? `{${template}}` : template;
  }
  return part(0, code.length);
}

/** As part of a template; `<` is escaped because some scripts stand inside the page. */
const escaped = (text: string) =>
  text.replaceAll(/[\\`$]/g, String.raw`\$&`).replaceAll('<', String.raw`\x3c`);
