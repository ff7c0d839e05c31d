import type { OrderView } from '#contract/orders.ts';
import type { Answer, Failure } from '#api/errors.ts';
import { saveBasket, withoutChild } from '#browser/basket.ts';
import { clearCampDraft, readCampDraft } from '#browser/camp-draft.ts';
import { clearCart, readCart } from '#browser/cart.ts';
import type { OrderMemory, Subject } from '#browser/order-memory.ts';
import type { CheckoutForm } from '../form/form.ts';
import { indexOf } from '../form/fields.ts';
import { type Child, emptyChild, goesTo, MAX_CHILDREN } from '../form/model.ts';
import type { HoldOptions } from '../purchase/hold-request.ts';
import type { RefusedPart, Sale } from '../purchase/sale.ts';
import { childOfLine, countSeated, MAX_LINES, partOf } from '../purchase/parts.ts';
import { hasPart, keyOf, sharePart } from '../purchase/subject.ts';
import { isComplete, toggled } from './ticks.ts';
import { countLines, whoGoes } from './who-goes.ts';

/** The changes of who goes where in a basket of several parts. The database decides what is possible. */

/** Returns the parts that the order had not, so that the start of each is reported once. */
export function addedParts(parts: readonly Subject[], memory: OrderMemory | null): Subject[] {
  const before = memory?.parts ?? (memory?.subject ? [withoutChild(memory.subject)] : []);
  return parts.filter((part) => !hasPart(before, part));
}

/**
 * Returns children of whom each goes to something, and each part has somebody. All children go to a camp that was
 * added, if the order has room for that, and only one gets a class or a pass that was added: `forWhom`, who is added if
 * the form does not have this child, or else the first. `before` is the key of the basket until now.
 */
export function completed(
  children: readonly Child[],
  parts: readonly Subject[],
  before: string | null = null,
  forWhom?: Child,
): Child[] {
  const added = before === null ? [] : parts.filter((part) => !sharePart(before, keyOf(part)));
  const classes = added.filter(({ kind }) => kind === 'class');
  const all = withoutGaps(children, parts);
  const [going, position] =
    forWhom && classes.length > 0 ? withChild(all, forWhom, parts, classes) : ([all, 0] as const);
  const only = (key: string, one: number, some: readonly Child[]): Child[] =>
    some.map((child, index) =>
      index === one
        ? { ...child, skips: (child.skips ?? []).filter((skipped) => skipped !== key) }
        : goesTo(child, key)
          ? { ...child, skips: [...(child.skips ?? []), key] }
          : child,
    );
  const withClasses = classes.reduce<Child[]>((some, part) => only(keyOf(part), position, some), [...going]);
  return countLines(withClasses, parts) <= MAX_LINES
    ? withClasses
    : added
        .filter(({ kind }) => kind === 'camp')
        .reduce<Child[]>((some, part) => only(keyOf(part), 0, some), withClasses);
}

/** Returns the children with this one, and its position. A child who is added goes only to `classes`. */
function withChild(
  children: readonly Child[],
  child: Child,
  parts: readonly Subject[],
  classes: readonly Subject[],
): readonly [readonly Child[], number] {
  const isSame = ({ name, day, month, year }: Child) =>
    name.trim() === child.name.trim() &&
    [day, month, year].join() === [child.day, child.month, child.year].join();
  const found = children.findIndex(isSame);
  const blank = children.findIndex(({ name }) => name.trim() === '');
  if (found >= 0) return [children, found];
  if (blank >= 0)
    return [children.map((one, index) => (index === blank ? { ...one, ...child } : one)), blank];
  if (children.length >= MAX_CHILDREN) return [children, 0];
  const skips = parts.filter((part) => !classes.includes(part)).map(keyOf);
  return [[...children, { ...child, skips }], children.length];
}

function withoutGaps(children: readonly Child[], parts: readonly Subject[]): Child[] {
  const keys = parts.map(keyOf);
  const empty = parts.filter((_, index) => whoGoes(children, parts)[index]?.length === 0).map(keyOf);
  return children.map((child) => {
    const skips = (child.skips ?? []).filter((key) => keys.includes(key) && !empty.includes(key));
    return skips.length === 0 || skips.length === keys.length ? withoutSkips(child) : { ...child, skips };
  });
}

const withoutSkips = ({ skips: _, ...child }: Child): Child => child;

/** Returns the part and the child of a refused line, such as `lines[2].camp_id`. */
function refusedLine(sale: Sale, field: string | undefined): { part: Subject; child: number } | null {
  const line = field?.startsWith('lines[') ? sale.requestedLines()?.[indexOf(field)] : undefined;
  const part = sale.$parts
    .get()
    .find(
      ({ offerId, campId, sessionId }) =>
        offerId === line?.offer_id &&
        campId === (line.camp_id ?? null) &&
        sessionId === (line.session_id ?? null),
    );
  return part && line ? { part, child: line.child ?? 0 } : null;
}

/** Returns the part of a basket that a refusal names. */
export function partOfFailure(sale: Sale, failure: Failure): RefusedPart | null {
  const found = sale.$isBasket.get() ? refusedLine(sale, failure.field) : null;
  if (!found) return null;
  const other = 'other' in failure ? refusedLine(sale, failure.other)?.part : undefined;
  return { part: found.part, code: failure.code, other };
}

/** A part of a basket that is full, and the child for whom there is no spot. */
interface FullPart extends RefusedPart {
  child: number;
}

/**
 * Holds a basket. If a child would have to be in two places at the same time, it goes only to one of them, and another
 * child goes to the other. Parents book different camps of one week for children of different ages. If a part has fewer
 * spots than children, those who fit keep theirs, and `note` learns who does not. `newest` is the position of a child
 * who was just added and gives way to the others.
 */
export async function holdBasket(
  sale: Sale,
  form: CheckoutForm,
  readOptions: () => HoldOptions,
  { code, previous, newest, note }: HoldOfBasket,
): Promise<Answer<OrderView>> {
  for (;;) {
    const answer = await sale.hold({ ...readOptions(), code }, previous);
    if (answer.ok) return answer;
    const refused = refusedLine(sale, answer.field);
    if (!refused) return answer;
    const { children, health } = form.$values.get();
    const parts = sale.$parts.get();
    const { part } = refused;
    let next: Child[] | null = null;
    if (answer.code === 'times_overlap') {
      const other = refusedLine(sale, 'other' in answer ? answer.other : undefined)?.part;
      next = withoutOverlap(children, refused.child, part, other, parts);
    } else if (answer.code === 'camp_full' || answer.code === 'session_full') {
      const newChild = newest === undefined ? undefined : children[newest];
      const child =
        newest !== undefined && newChild && goesTo(newChild, keyOf(part)) ? newest : refused.child;
      next = toggled(children, child, keyOf(part), parts);
      if (next) note({ part, code: answer.code, child });
    }
    if (!next) return answer;
    form.setChildren(next, health);
  }
}

interface HoldOfBasket {
  code: string | null;
  previous: string | null;
  newest?: number | undefined;
  note: (part: FullPart) => void;
}

/**
 * Returns the children so that this one goes to only one of two parts at the same time. Another child goes to the
 * other, if possible one who goes there already. Returns null if there is no room for another one.
 */
function withoutOverlap(
  children: readonly Child[],
  index: number,
  part: Subject,
  other: Subject | undefined,
  parts: readonly Subject[],
): Child[] | null {
  const without = (skipped: Subject): Child[] =>
    children.map((child, at) =>
      at === index ? { ...child, skips: [...(child.skips ?? []), keyOf(skipped)] } : child,
    );
  const next = without(part);
  if (isComplete(next, parts)) return next;
  const swapped = other ? without(other) : next;
  if (isComplete(swapped, parts)) return swapped;
  const added = { ...emptyChild, skips: parts.filter((one) => one !== part).map(keyOf) };
  const more = [...next, added];
  return isComplete(more, parts) && more.length <= MAX_CHILDREN ? more : null;
}

/** Returns the keys of the parts to which a child of the order does not go. */
const skippedParts = (order: OrderView, parts: readonly Subject[], child: number): string[] =>
  parts
    .filter(
      (part) =>
        !order.lines.some(
          (line, index) => childOfLine(line, index) === child && partOf(line, parts) === part,
        ),
    )
    .map(keyOf);

/** Shows the children and their ticks as the order has them. */
export function followOrder(form: CheckoutForm, order: OrderView, parts: readonly Subject[]): void {
  const { children } = form.$values.get();
  form.setChildren(
    children
      .slice(0, countSeated(order, true))
      .map((child, index) => ({ ...child, skips: skippedParts(order, parts, index) })),
  );
}

/** Removes a part from this browser. What was chosen last would otherwise come back with the next checkout. */
export function forgetPart(part: Subject, others: readonly Subject[]): void {
  saveBasket(others);
  if (part.campId !== null && readCampDraft()?.campId === part.campId) clearCampDraft();
  if (part.sessionId !== null && readCart()?.sessionId === part.sessionId) clearCart();
}
