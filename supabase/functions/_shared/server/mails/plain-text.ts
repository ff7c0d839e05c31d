import type { Markup, Tag } from './markup.ts';

/**
 * A block of lines. An inner block ends the lines before it. The line breaks that it asks for are added before the
 * next text.
 */
interface Block {
  finished: string;
  /** The words of the lines that have not ended. If the list is empty, the finished text has no open line. */
  lines: string[][];
  hasSpace: boolean;
  breaksBefore: number;
  breaksDue: number;
}
/** Changes each word before it is added to the text. */
type Change = (word: string) => string;

const newBlock = (breaksBefore: number): Block => ({
  finished: '',
  lines: [],
  hasSpace: false,
  breaksBefore,
  breaksDue: 0,
});

/** The line breaks before and after an element. Any other element continues the line. */
const breaksOf: Partial<Record<string, [before: number, after: number]>> = {
  div: [1, 1],
  h1: [3, 2],
  h2: [3, 2],
  h3: [3, 2],
  p: [2, 2],
  table: [2, 2],
};
const BULLET = ' * ';
const COLUMN_GAP = 3;

/** Returns the mail for people and programs that show no HTML. Pictures, lines and hidden parts are left out. */
export function toPlainText(parts: readonly Markup[]): string {
  const block = newBlock(0);
  for (const part of parts) if (typeof part === 'object') add(bodyOf(part) ?? part, block, same);
  return textOf(block);
}

const same: Change = (word) => word;

function bodyOf(tag: Tag): Tag | undefined {
  return tag.name === 'body'
    ? tag
    : tag.children.map((one) => (typeof one === 'object' ? bodyOf(one) : undefined)).find(Boolean);
}

function add(part: Markup, block: Block, change: Change): void {
  if (typeof part === 'string') addWords(part, block, change);
  else if (isHidden(part)) return;
  else if (part.name === 'br') startLine(block);
  else if (part.name === 'a') addLink(part, block, change);
  else if (part.name === 'ul') addList(part, block, change);
  else if (attribute(part, 'className') === 'receipt') addTable(part, block, change);
  else addTag(part, block, change);
}

const attribute = ({ attributes }: Tag, name: string) => attributes.find(([key]) => key === name)?.[1];
const isHidden = (tag: Tag) =>
  ['hr', 'img'].includes(tag.name) || tag.html !== undefined || attribute(tag, 'data-skip-in-text') === true;

function addTag({ name, children }: Tag, block: Block, change: Change): void {
  const breaks = breaksOf[name];
  const inner = breaks ? newBlock(breaks[0]) : block;
  const innerChange: Change = /^h[1-3]$/.test(name) ? (word) => change(word.toUpperCase()) : change;
  for (const child of children) add(child, inner, innerChange);
  if (breaks) addBlock(inner, block, breaks[1]);
}

/** Adds the text of a link and then its address, unless both are the same. */
function addLink(tag: Tag, block: Block, change: Change): void {
  const href = attribute(tag, 'href');
  const address = typeof href === 'string' ? href.replace(/^mailto:/, '') : '';
  let text = '';
  const noted: Change = (word) => {
    text += word;
    return change(word);
  };
  for (const child of tag.children) add(child, block, noted);
  if (address !== text) addWords(text ? ` ${address}` : address, block, same);
}

function addList({ children }: Tag, block: Block, change: Change): void {
  const list = newBlock(2);
  for (const child of children) {
    const item = newBlock(1);
    add(child, item, change);
    const text = BULLET + textOf(item).replaceAll('\n', `\n${' '.repeat(BULLET.length)}`);
    addText(text, list, item.breaksBefore, Math.max(item.breaksDue, 1));
  }
  if (children.length > 0) addText(textOf(list), block, list.breaksBefore, 2);
}

/** Adds a table with its amounts below each other. A cell may span columns, but not rows. */
function addTable(table: Tag, block: Block, change: Change): void {
  const rows = tagsOf(table)
    .flatMap((section) => tagsOf(section))
    .map((row) =>
      tagsOf(row).map((cell) => ({
        span: Number(attribute(cell, 'colSpan') ?? 1),
        lines: cellLines(cell, change),
      })),
    );
  const starts = [0];
  const startOf = (column: number): number => (starts[column] ??= column === 0 ? 0 : 1 + startOf(column - 1));
  const columns = Math.max(0, ...rows.map((row) => row.reduce((sum, { span }) => sum + span, 0)));
  for (let column = 0; column < columns; column++)
    for (const row of rows) {
      const cell = cellAt(row, column);
      if (!cell) continue;
      const width = Math.max(...cell.lines.map((line) => line.length)) + COLUMN_GAP;
      starts[column + cell.span] = Math.max(startOf(column + cell.span), startOf(column) + width);
    }
  const text = rows.map((row) => rowText(row, startOf)).join('\n');
  if (text) addText(text, block, 2, 2);
}

interface Cell {
  span: number;
  lines: string[];
}

const tagsOf = ({ children }: Tag) => children.filter((child) => typeof child === 'object');

function cellLines(cell: Tag, change: Change): string[] {
  const inner = newBlock(0);
  for (const child of cell.children) add(child, inner, change);
  return textOf(inner)
    .replaceAll(/^\n+|\n+$/g, '')
    .split('\n');
}

function cellAt(row: Cell[], column: number): Cell | undefined {
  let at = 0;
  for (const cell of row) {
    if (at === column) return cell;
    at += cell.span;
  }
  return undefined;
}

function rowText(row: Cell[], startOf: (column: number) => number): string {
  const lines: string[] = [];
  let column = 0;
  for (const { span, lines: cell } of row) {
    for (const [index, line] of cell.entries())
      lines[index] = (lines[index] ?? '').padEnd(startOf(column)) + line;
    column += span;
  }
  return lines.join('\n');
}

/** The characters that divide words. A no-break space is not one of them, because it holds its words together. */
const DIVIDERS = ' \\t\\r\\n\\f\\u200b';
const divided = new RegExp(`[${DIVIDERS}]+`);
const dividesFirst = new RegExp(`^[${DIVIDERS}]`);
const dividesLast = new RegExp(`[${DIVIDERS}]$`);

function addWords(text: string, block: Block, change: Change): void {
  const words = text.split(divided).filter(Boolean);
  if (text === '' || (block.breaksDue > 0 && words.length === 0)) return;
  if (block.breaksDue > 0) startLine(block, block.breaksDue);
  block.breaksDue = 0;
  if (block.lines.length === 0) block.lines.push([]);
  const line = block.lines.at(-1) ?? [];
  const isNewWord = block.hasSpace || dividesFirst.test(text);
  for (const [index, word] of words.entries()) {
    const changed = change(word);
    const last = index === 0 && !isNewWord ? line.pop() : undefined;
    line.push((last ?? '') + changed);
  }
  block.hasSpace = (block.hasSpace && words.length === 0) || dividesLast.test(text);
}

/** Ends the current line. If several breaks are asked for, the lines between are empty. */
function startLine(block: Block, breaks = 1): void {
  if (block.lines.length === 0) block.lines.push([]);
  for (let n = 0; n < breaks; n++) block.lines.push([]);
}

const textOf = ({ finished, lines }: Block) => finished + lines.map((words) => words.join(' ')).join('\n');

function addBlock(inner: Block, outer: Block, breaksAfter: number): void {
  addText(textOf(inner), outer, inner.breaksBefore, Math.max(inner.breaksDue, breaksAfter));
}

function addText(text: string, block: Block, breaksBefore: number, breaksAfter: number): void {
  const before = textOf(block);
  const breaks = Math.max(block.breaksDue, breaksBefore);
  block.lines = [];
  if (before) block.finished = before + '\n'.repeat(breaks) + text;
  else {
    block.finished = text;
    block.breaksBefore = breaks;
  }
  block.breaksDue = breaksAfter;
}
