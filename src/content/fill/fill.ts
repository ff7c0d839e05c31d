import { siteNow } from '#domain/site-now.ts';
import { isShowing } from '#contract/selling-rules/planned.ts';
import { optionalPicture, toShareImage } from '../pictures/picture.ts';
import { ContentError, printReport, reportGaps, type DocumentRef, type Report } from '../problem.ts';
import { shapes } from '../shapes.gen.ts';
import { chatLink, withFacts, withSlug, type Facts } from './facts.ts';
import type { Filled, Link } from './filled-types.ts';
import { buildRichText, isSafe } from './rich-text.ts';
import type { Fields, Shape } from './shape.ts';

export interface FillOptions {
  facts: Facts;
  report?: Report;
  /** Values for empty fields of the document itself, but not of objects inside it. */
  defaults?: Record<string, unknown>;
  /** The time. Content that an editor planned for another time is left out. */
  now?: Date;
}

interface Document {
  _id: string;
  _type: string;
}

interface Walk {
  document: DocumentRef;
  facts: Facts;
  report: Report;
  now: Date;
  /** The paths of required fields that are empty. */
  gaps: string[];
}

const missing = Symbol('missing');

/**
 * Fills empty fields according to Studio's schema, even if the generated types do not allow empty fields. Texts become
 * '', lists become [], and objects become null. A list entry that lacks a required number, choice or reference is left
 * out, and such a document becomes null.
 */
export function fillDocument<T extends Document>(
  document: T,
  options: FillOptions,
): Promise<Filled<T> | null>;
export async function fillDocument(
  document: Document,
  { facts, report = printReport, defaults = {}, now = siteNow() }: FillOptions,
): Promise<unknown> {
  const page: Record<string, unknown> = { ...document };
  for (const [field, value] of Object.entries(defaults)) page[field] ??= value;
  if (isHidden(page, now)) return null;
  const { _id, _type } = document;
  const documentRef = { _id, type: _type, title: titleOf(page) };
  const walk: Walk = { document: documentRef, facts, report, now, gaps: [] };
  const filled = await fillFields(page, shapes[_type] ?? {}, '', walk);
  const consequence = filled === missing ? 'it is left out' : 'it is shown without';
  if (walk.gaps.length > 0) reportGaps(documentRef, walk.gaps, consequence, report);
  return filled === missing ? null : { ...filled, _id, _type, _rev: page['_rev'] };
}

/** Fills a page that is a single document in the same way. This works even if the document is not published. */
export function fillPage<T extends Document>(
  document: T | null,
  type: T['_type'],
  options: FillOptions,
): Promise<Filled<T>>;
export async function fillPage(
  document: Document | null,
  type: string,
  options: FillOptions,
): Promise<unknown> {
  if (document) {
    const filled = await fillDocument(document, options);
    if (filled) return filled;
    throw new ContentError({ _id: document._id, type, title: null }, 'lacks what it cannot do without.');
  }
  const { report = printReport } = options;
  const documentRef = { _id: type, type, title: null };
  reportGaps(documentRef, ['everything: it is not published'], 'the page is built without', report);
  return fillDocument({ _id: type, _type: type }, { ...options, report: () => undefined });
}

async function fillFields(
  value: Record<string, unknown>,
  fields: Fields,
  path: string,
  walk: Walk,
): Promise<Record<string, unknown> | typeof missing> {
  const filled: Record<string, unknown> = {};
  let isComplete = true;
  for (const [key, shape] of Object.entries(fields)) {
    const name = key.replace(/\?$/, '');
    const needed = name === key;
    const at = path ? `${path}.${name}` : name;
    const result = await fillValue(value[name], shape, at, needed, walk);
    if (result === missing) {
      if (needed) isComplete = false;
      filled[name] = null;
    } else filled[name] = result;
  }
  return isComplete ? filled : missing;
}

async function fillValue(
  value: unknown,
  shape: Shape,
  path: string,
  needed: boolean,
  walk: Walk,
): Promise<unknown> {
  if (isEmpty(value)) {
    if (needed) walk.gaps.push(path);
    return emptyValue(shape, needed);
  }
  if (shape === 'text' || shape === 'choice')
    return typeof value === 'string' ? filledText(value, walk.facts) : emptyValue(shape, needed);
  if (shape === 'number' || shape === 'flag') return value;
  if (shape === 'image') return isRecord(value) ? toShareImage(value, walk.document, walk) : null;
  if ('list' in shape) return Array.isArray(value) ? fillList(value, shape.list, path, walk) : [];
  if (isRichText(shape)) return buildRichText(value, walk);
  if (!isRecord(value)) return emptyValue(shape, needed);
  if (isHidden(value, walk.now)) return null;
  if ('to' in shape) return typeof value['_ref'] === 'string' ? value['_ref'] : missing;
  if ('object' in shape) return partOf(await fillFields(value, shape.object, path, walk));
  return fillNamed(value, shape.type, path, walk);
}

async function fillList(entries: unknown[], members: Shape[], path: string, walk: Walk): Promise<unknown[]> {
  const filled: unknown[] = [];
  for (const [index, entry] of entries.entries()) {
    const shape = memberOf(entry, members);
    if (!shape) continue;
    const result = await fillValue(entry, shape, `${path}[${index}]`, true, walk);
    if (result !== missing && result !== null && result !== '') filled.push(result);
  }
  return filled;
}

/** Returns the shape of a list entry, because a list may contain several types. */
function memberOf(entry: unknown, members: Shape[]): Shape | undefined {
  if (members.length === 1 || !isRecord(entry)) return members[0];
  return members.find(
    (shape) => typeof shape === 'object' && 'type' in shape && shape.type === entry['_type'],
  );
}

async function fillNamed(
  value: Record<string, unknown>,
  type: string,
  path: string,
  walk: Walk,
): Promise<unknown> {
  if (type === 'picture') return optionalPicture(value, walk.document, walk);
  const filled = await fillFields(value, shapes[type] ?? {}, path, walk);
  if (filled === missing) return null;
  if (type === 'link') return linkOf(filled['label'], withSlug(textOf(value['href'])));
  if (type === 'chatButton') return linkOf(filled['label'], chatLink(textOf(value['message']), walk.facts));
  return { ...filled, _type: type };
}

/** Returns a link, or null if it lacks a label or a safe address. */
const linkOf = (label: unknown, href: string): Link | null =>
  typeof label === 'string' && label && isSafe(href) ? { label, href } : null;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Fills a text. In an address, `{product}` is the brand's short name. */
const filledText = (text: string, facts: Facts) =>
  /^(\/|#|https:)/.test(text) ? withSlug(text) : withFacts(text, facts);

const partOf = (filled: Record<string, unknown> | typeof missing) => (filled === missing ? null : filled);

function emptyValue(shape: Shape, needed: boolean): unknown {
  if (shape === 'text') return '';
  if (shape === 'flag') return false;
  if ((typeof shape === 'object' && 'list' in shape) || isRichText(shape)) return [];
  const essential = shape === 'number' || shape === 'choice' || (typeof shape === 'object' && 'to' in shape);
  return needed && essential ? missing : null;
}

const richTypes = ['richText', 'answerText'];
const isRichText = (shape: Shape): boolean =>
  typeof shape === 'object' && 'type' in shape && richTypes.includes(shape.type);

/** Returns whether an editor planned the content for another time. */
const isHidden = ({ showing }: Record<string, unknown>, now: Date) =>
  isRecord(showing) && !isShowing(showing, now);

function titleOf(document: Record<string, unknown>): string | null {
  const names = ['name', 'title', 'question', 'heading', 'author', 'from', '_type'];
  const found = names.map((name) => document[name]).find((value) => typeof value === 'string' && value);
  return typeof found === 'string' ? found : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);
