import { isOptional, type Sentence } from '#contract/wording.ts';

export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface Value {
  label: string;
  start: number;
  end: number;
}

/** A sentence and its position in the file. */
export interface LocatedSentence extends Sentence {
  start: number;
  end: number;
  values: readonly Value[];
  /** True for a text between tags or in an attribute, which has no quotes of its own. */
  isMarkup?: true;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
export const nodesOf = (value: unknown): Node[] =>
  Array.isArray(value) ? (value as unknown[]).flatMap(nodesOf) : isNode(value) ? [value] : [];
export const nameOf = (node: unknown): string => {
  const name = isNode(node) ? (node['name'] ?? node['value']) : null;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : '';
};
export const isText = (text: string) => /\p{L}{2}/u.test(text);

/** Splits a literal, a template or a chain with + into texts and expressions. Returns null for other expressions. */
export function partsOf(node: Node): (string | Node)[] | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : null;
  // `say` marks the sentences of e-mails (`supabase/functions/_shared/server/mails/say.ts`).
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

/** Returns the text with a placeholder for each expression. Equal expressions have the same placeholder. */
export function composeText(
  parts: readonly (string | Node)[],
  code: string,
): { text: string; values: Value[] } {
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

const LABEL_MAX = 48;

/**
 * Returns `is/are` for an expression that chooses between words. Placeholders of values have no slash, because a
 * changed text must keep them (`contract/wording.ts`).
 */
function labelOf(node: Node, code: string): string {
  const words = wordsIn(node, code);
  const texts = words.map(({ text }) => text);
  if (isNode(node['callee']) && nameOf(node['callee']) === 'plural') return texts.at(-1) ?? valueName(node);
  if (words.length === 0) return valueName(node);
  if (words.some(({ hasValue }) => hasValue)) return shortened(texts.join(' or ').replaceAll('/', ' '), '…');
  return shortened(texts.length === 1 ? `${texts[0]}/` : texts.join('/'), '…/');
}

const shortened = (label: string, end: string) =>
  label.length > LABEL_MAX ? `${label.slice(0, LABEL_MAX)}${end}` : label;

interface Words {
  text: string;
  hasValue: boolean;
}

function wordsIn(node: Node, code: string): Words[] {
  const parts = partsOf(node);
  if (parts) {
    const { text, values } = composeText(parts, code);
    const withoutBraces = text.replaceAll(/[{}]/g, '').trim();
    return isText(withoutBraces)
      ? [{ text: withoutBraces, hasValue: values.some(({ label }) => !isOptional(label)) }]
      : [];
  }
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].flatMap((one) => wordsIn(one as Node, code));
  if (node.type === 'CallExpression')
    return nodesOf(node['arguments']).flatMap((one) =>
      one.type === 'Literal' || one.type === 'TemplateLiteral' ? wordsIn(one, code) : [],
    );
  return [];
}

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

/** Turns `minAge` into `min age`. */
export const readable = (name: string) =>
  name === 'cents'
    ? 'amount'
    : name
        .replace(/Cents$/, '')
        .replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ')
        .toLowerCase();

/**
 * Returns the key of a sentence. Studio addresses fields with dots, brackets and quotes, so a key must not contain
 * them.
 */
export function keyOf(prefix: string, path: string, count: number): string {
  const key = `${prefix}:${path}`.replaceAll('[#]', '/#').replaceAll(/[.[\]"\\]/g, '/');
  return count === 1 ? key : `${key}~${count}`;
}
