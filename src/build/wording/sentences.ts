import { parseSync } from 'rolldown/utils';
import { astroSentences, readAttributes } from './astro-sentences.ts';
import {
  composeText,
  isText,
  keyOf,
  type LocatedSentence,
  type Node,
  nameOf,
  nodesOf,
  partsOf,
  type Value,
} from './text-parts.ts';

/** The names of properties whose values are codes for the program, and not texts for people. */
const codes = new Set(['id', 'code', 'field', 'href', 'key', 'kind', 'purpose', 'state', 'step', 'value']);
/** The attributes of components whose texts people see or hear. */
const attributes = new Set<string>(readAttributes);
/** Methods and classes that compare or split texts. People never see their arguments. */
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
/** Expressions that decide what is shown, but are not shown themselves. */
const comparisons = new Set([
  'BinaryExpression',
  'UnaryExpression',
  'NewExpression',
  'TaggedTemplateExpression',
]);

const isIdentifier = (name: string) => /^[\w$]+$/.test(name);

/** Builds ask several times for the sentences of the same code, and parsing all of it takes a third of a second. */
const known = new Map<string, { code: string; found: readonly LocatedSentence[] }>();

export function sentencesIn(file: string, code: string): readonly LocatedSentence[] {
  const before = known.get(file);
  if (before?.code === code) return before.found;
  const found = file.endsWith('.astro') ? astroSentences(file, code) : sentencesOf(file, code);
  known.set(file, { code, found });
  return found;
}

function sentencesOf(file: string, code: string): LocatedSentence[] {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: LocatedSentence[] = [];
  const counts = new Map<string, number>();
  const prefix = file.replace(/^src\/|^supabase\/functions\/_shared\//, '').replace(/\.tsx?$/, '');

  let around: string | undefined;
  const isMail = /\/server\/(?:mails|phone)\//.test(file);
  const isComponent = !isMail && file.endsWith('.tsx') && !file.endsWith('messages.tsx');
  let depth = 0;

  function add(node: Node, path: string, text: string, values: readonly Value[], isMarkup = false) {
    if (isMail && depth === 0) throw new Error(`${file}: “${text}” is said before anything can be changed.`);
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const key = keyOf(prefix, path, count);
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
    const parts = partsOf(node);
    if (isComponent) visitMarkup(node, path);
    else if (parts && (!isMail || node.type === 'TaggedTemplateExpression')) visitSentence(node, path, parts);
    else if (isMail) visitCode(node, path);
    else {
      const { name, children } = shownBy(node);
      visit(children, joinPath(path, name));
    }
  }

  function visitSentence(node: Node, path: string, parts: readonly (string | Node)[]): void {
    const { text, values } = composeText(parts, code);
    if (isText(values.length === 0 ? text : text.replaceAll(/\{[^{}]*\}/g, '')))
      add(node, path, text, values);
    const before = around;
    around = text;
    for (const part of parts) if (typeof part !== 'string') visitNode(part, path);
    around = before;
  }

  function visitMarkup(node: Node, path: string): void {
    const value = node.type === 'JSXAttribute' ? (node['value'] as Node | null) : node;
    const isRead = node.type === 'JSXText' || attributes.has(nameOf(node['name']));
    const text = value && (node.type === 'JSXText' || value.type === 'Literal') ? String(value['value']) : '';
    if (value && isRead && isText(text) && !text.includes('&')) {
      // The spaces around a text are not replaced, because they separate it from its neighbours.
      const isBetweenTags = node.type === 'JSXText';
      const start = value.start + (isBetweenTags ? text.length - text.trimStart().length : 0);
      const end = value.end - (isBetweenTags ? text.length - text.trimEnd().length : 0);
      add({ ...value, start, end }, path, text.replaceAll(/\s+/g, ' ').trim(), [], true);
    }
    const isAttribute = node.type === 'JSXAttribute';
    const braces = isAttribute ? value : node;
    if (braces?.type === 'JSXExpressionContainer' && (isRead || !isAttribute))
      visitShown(braces['expression'] as Node, path);
    else if (isAttribute && braces?.type === 'JSXExpressionContainer') visitCode(braces, path);
    else visitCode(node, path);
  }

  /** Collects the texts that an expression may show, between tags or in an attribute. */
  function visitShown(node: Node, path: string): void {
    const parts = partsOf(node);
    if (parts && isSentence(parts)) visitSentence(node, path, parts);
    else if (node.type === 'ConditionalExpression')
      for (const one of [node['consequent'], node['alternate']]) visitShown(one as Node, path);
    else if (node.type === 'LogicalExpression') visitShown(node['right'] as Node, path);
    else visitNode(node, path);
  }

  function visitCode(node: Node, path: string): void {
    const name = nameOf(node['id'] ?? (node.type === 'Property' ? node['key'] : null));
    const isFunction = node.type.includes('Function');
    depth += isFunction ? 1 : 0;
    for (const [field, child] of Object.entries(node))
      if (field !== 'parent') visit(child, joinPath(path, isIdentifier(name) ? name : ''));
    depth -= isFunction ? 1 : 0;
  }

  visit(program.body, '');
  return found;
}

/**
 * Returns whether a text is a sentence. A code of the program, such as `is-open`, has neither a capital letter nor a
 * space.
 */
const isSentence = (parts: readonly (string | Node)[]) =>
  parts.some((part) => typeof part === 'string' && /\p{Lu}\p{Ll}|\p{L} \p{L}/u.test(part));

/** Returns the children of a node that may be shown, and the node's name if it has one. */
function shownBy(node: Node): { name: string; children: unknown } {
  const result = (children: unknown, name = '') => ({ name, children });
  if (node.type.startsWith('Import') || comparisons.has(node.type)) return result(null);
  if (node.type.startsWith('TS')) return result(node['expression']);
  switch (node.type) {
    case 'Property': {
      const name = nameOf(node['key']);
      return result(codes.has(name) ? null : node['value'], name);
    }
    case 'VariableDeclarator':
      return result(node['init'], nameOf(node['id']));
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return result(node['body'], nameOf(node['id']));
    case 'SwitchCase':
      return result(node['consequent'], nameOf(node['test']));
    case 'ConditionalExpression':
    case 'IfStatement':
      return result([node['consequent'], node['alternate']]);
    case 'LogicalExpression':
      return result(node['operator'] === '&&' ? node['right'] : [node['left'], node['right']]);
    case 'MemberExpression':
      return result(node['object']);
    case 'CallExpression': {
      const callee = node['callee'] as Node;
      const isReader = readers.has(nameOf(callee['property']));
      return result([callee['object'], isReader ? null : node['arguments']]);
    }
    default:
      return result(Object.entries(node).flatMap(([name, child]) => (name === 'parent' ? [] : [child])));
  }
}

const joinPath = (path: string, name: string) =>
  path === '' ? name : name === '' ? path : `${path}.${name}`;
