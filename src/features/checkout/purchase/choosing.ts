import { startAdding, takeAdding } from '#browser/adding.ts';
import { readBasket, withoutChild } from '#browser/basket.ts';
import { type OrderMemory, readOrderMemory, type Subject } from '#browser/order-memory.ts';
import type { Failure } from '#api/errors.ts';
import { getOrder } from '#api/orders.ts';
import type { CheckoutForm } from '../form/form.ts';
import { emptyHealth, goesTo } from '../form/model.ts';
import { keepLeftOut } from '../form/left-out.ts';
import { forgetPart } from '../order/basket.ts';
import type { KnownPeople } from './model.ts';
import { isLive, isPaid, type Sale, type View } from './sale.ts';
import { hasPart, keyOf, keyOfParts, sameSubject } from './subject.ts';

interface Needs {
  sale: Sale;
  form: CheckoutForm;
  start: (parts: readonly Subject[], known?: KnownPeople, release?: boolean) => Promise<void>;
  readTerms: (parts: readonly Subject[]) => Promise<void>;
  showRefusal: (failure: Failure) => Promise<void>;
  /** Says that the earlier booking is paid, and that this order is only for the latest choice. */
  notePaid: (latest: Subject) => void;
  /** Returns today's date in Singapore. */
  today: () => string;
}

const hasSamePlace = (one: Subject, other: Subject): boolean => {
  const place = one.campId ?? one.sessionId;
  return place !== null && place === (other.campId ?? other.sessionId);
};

/**
 * Returns whether the held subject takes no spot from the next one. Either both are for the same class or camp, or the
 * held one has no spot.
 */
const takesNoPlaceFrom = (heldSubject: Subject, next: Subject): boolean => {
  const place = heldSubject.campId ?? heldSubject.sessionId;
  return place === null || place === (next.campId ?? next.sessionId);
};

type HoldsOther = Extract<View, { state: 'holds_other' }>;

/** Decides what the checkout is for: the latest choice, the basket, or both. */
export function createChoosing({ sale, form, start, readTerms, showRefusal, notePaid, today }: Needs) {
  /** The latest choice, while the parent decides about an earlier booking. */
  let latestChoice: { subject: Subject; known: KnownPeople } | undefined;

  /** Starts the checkout of the latest choice, together with what is in the basket already. */
  async function join(subject: Subject, known: KnownPeople = {}): Promise<void> {
    const isAdding = takeAdding();
    // An offer of the waitlist is accepted alone.
    if (subject.waitlist !== null) return start([subject], known);
    const part = withoutChild(subject);
    const basket = readBasket(today());
    if (hasPart(basket, part)) {
      // The page that the parent comes from may have shown a newer price.
      const parts = basket.map((other) => (sameSubject(other, part) ? part : other));
      return start(parts.length > 1 ? parts : [subject], known);
    }
    // Another pass for the same session replaces the earlier choice, unless it was chosen for another child.
    const elsewhere = isAdding ? basket : basket.filter((other) => !hasSamePlace(other, part));
    const others = elsewhere.length > 0 ? await unpaid(elsewhere) : [];
    if (others.length === 0) return start([subject], known);
    const mayJoin = await mayJoinOrders([...others, part]);
    if (mayJoin === null) {
      if (isAdding) startAdding();
      sale.begin([subject]);
      return showRefusal({ ok: false, code: 'unexpected' });
    }
    if (mayJoin && isAdding) return start([...others, part], known);
    latestChoice = { subject, known };
    sale.begin([subject]);
    const memory = readOrderMemory();
    const isHeld = memory?.subject !== undefined && hasPart(others, withoutChild(memory.subject));
    const answer = isHeld ? await getOrder(memory.secret) : null;
    const held = answer?.ok && isLive(answer.value) ? answer.value : null;
    sale.$view.set({ state: 'holds_other', held, others, mayJoin });
    return undefined;
  }

  /** Returns the basket, or nothing if its order has been paid since. */
  async function unpaid(basket: Subject[]): Promise<Subject[]> {
    const memory = readOrderMemory();
    if (!memory?.subject || !hasPart(basket, withoutChild(memory.subject))) return basket;
    const answer = await getOrder(memory.secret);
    return answer.ok && isPaid(answer.value) ? [] : basket;
  }

  /**
   * Returns whether the parts can be one order, or null if that is unknown. A pass that renews is bought alone, because
   * PayNow can't pay for an order with one.
   */
  async function mayJoinOrders(parts: readonly Subject[]): Promise<boolean | null> {
    await readTerms(parts);
    const terms = parts.map(({ offerId }) => sale.$offers.get()[offerId]);
    if (terms.some((one) => one?.details.renews === true)) return false;
    return terms.includes(undefined) ? null : true;
  }

  /** Asks before spots of another class or camp are released. Returns whether the parent is asked. */
  async function asksAboutOther(parts: readonly Subject[], knownPeople: KnownPeople): Promise<boolean> {
    const memory = readOrderMemory();
    const [subject] = parts;
    const others = memory?.parts ?? (memory?.subject ? [memory.subject] : []);
    const isKept = (other: Subject) => parts.some((part) => takesNoPlaceFrom(other, part));
    if (!memory || !subject || others.every(isKept)) return false;
    const answer = await getOrder(memory.secret);
    if (!answer.ok && answer.code !== 'order_not_found') {
      await showRefusal(answer);
      return true;
    }
    if (!answer.ok || !isLive(answer.value)) return false;
    latestChoice = { subject, known: knownPeople };
    sale.$view.set({ state: 'holds_other', held: answer.value, others, mayJoin: false });
    return true;
  }

  /**
   * Returns what is still to be paid of the earlier booking, or null if that is unknown. Another tab may have paid or
   * changed it since the parent was asked.
   */
  async function stillOpen({ held, others }: HoldsOther): Promise<readonly Subject[] | null> {
    if (held) {
      const answer = await getOrder(held.secret);
      if (!answer.ok && answer.code !== 'order_not_found') {
        await showRefusal(answer);
        return null;
      }
      if (answer.ok && isPaid(answer.value)) return [];
      if (readOrderMemory()?.secret === held.secret) return others;
    }
    return unpaid(readBasket(today()));
  }

  /** Continues with the earlier booking. The latest choice stays in the cart. */
  async function keepHeld(): Promise<void> {
    const view = sale.$view.get();
    if (view.state !== 'holds_other') return;
    sale.$view.set({ state: 'opening' });
    const others = await stillOpen(view);
    if (others && others.length > 0) await start(others);
    else if (others) await startAlone();
  }

  /** Books the latest choice together with the earlier one. */
  async function joinHeld(): Promise<void> {
    const view = sale.$view.get();
    if (view.state !== 'holds_other' || !latestChoice) return;
    const { subject, known } = latestChoice;
    sale.$view.set({ state: 'opening' });
    const part = withoutChild(subject);
    const others = (await stillOpen(view))?.map(withoutChild).filter((other) => !hasSamePlace(other, part));
    if (others && others.length > 0) await start([...others, part], known);
    else if (others) await startAlone();
  }

  /** Books only the latest choice, because the earlier booking is paid. */
  async function startAlone(): Promise<void> {
    if (!latestChoice) return;
    const { subject, known } = latestChoice;
    await start([subject], known);
    notePaid(subject);
  }

  function replaceHeld(): Promise<void> {
    if (!latestChoice) return Promise.resolve();
    sale.$view.set({ state: 'opening' });
    return start([latestChoice.subject], latestChoice.known, true);
  }

  /** Goes on without parts that cannot be booked. */
  async function goOnWithout(refused: readonly Subject[]): Promise<void> {
    const parts = sale.$parts.get();
    // Another tab may have added something.
    const added = readBasket(today()).filter((part) => !hasPart(parts, part));
    const others = [...parts.filter((part) => !hasPart(refused, part)), ...added];
    for (const part of refused) forgetPart(part, others);
    if (others.length === 0) {
      sale.$view.set({ state: 'empty' });
      return;
    }
    sale.$view.set({ state: 'opening' });
    const { children, health } = form.$values.get();
    const isKept = children.map((child) => others.some((part) => goesTo(child, keyOf(part))));
    if (isKept.some(Boolean))
      keepLeftOut(
        form,
        children.flatMap((child, index) =>
          isKept[index] ? [] : [{ child, health: health[index] ?? emptyHealth }],
        ),
      );
    if (isKept.some(Boolean))
      form.keepFor(
        keyOfParts(others),
        children.filter((_, index) => isKept[index]),
        children.map((_, index) => health[index] ?? emptyHealth).filter((_, index) => isKept[index]),
      );
    form.flush();
    await start(others, {}, true);
  }

  /** Returns the code of the order before a part was added or left out. */
  async function codeOf({ secret, subject, parts }: OrderMemory, next: readonly Subject[]) {
    const before = parts ?? (subject ? [withoutChild(subject)] : []);
    if (!before.some((part) => hasPart(next, part))) return null;
    const answer = await getOrder(secret);
    return answer.ok && !isPaid(answer.value) ? answer.value.code : null;
  }

  return { join, codeOf, asksAboutOther, keepHeld, joinHeld, replaceHeld, goOnWithout };
}

export type Choosing = ReturnType<typeof createChoosing>;
