import { centsOf } from '#contract/errors.ts';
import { hasNight } from '#contract/tiers.ts';
import { hasSession } from '#browser/has-session.ts';
import { LoadError } from '#browser/load-error.ts';
import { readOrderMemory, type Subject } from '#browser/order-memory.ts';
import { today } from '#domain/dates.ts';
import { report } from '#browser/report.ts';
import type { Failure } from '#api/errors.ts';
import { readFormPrefill } from '#api/form-prefill.ts';
import { getOrder } from '#api/orders.ts';
import { readOffer } from './api.ts';
import { createChanges } from './order/changes.ts';
import { trackCheckout } from './events.ts';
import { createForm } from './form/form.ts';
import { childOf, emptyChild, parentOf } from './form/model.ts';
import { createPaying } from './order/payment.ts';
import { toProblem } from './problem.ts';
import { createSale, isLive, isPaid, type Problem } from './purchase/sale.ts';
import { type Address, backTo, lookup, findSource } from './purchase/source.ts';
import { type KnownPeople, type Source, type TryOut } from './purchase/model.ts';
import { keyOf, orderPath, sameSubject, takesNoPlaceFrom } from './purchase/subject.ts';
import { createTexts } from './form/messages.ts';

interface Options {
  go?: (url: string) => void;
  now?: () => number;
  address?: () => Address;
  tryOut?: TryOut | null;
}

const ownAddress = (): Address => ({ path: location.pathname, query: new URLSearchParams(location.search) });

export function createCheckout({
  go = (url) => location.assign(url),
  now = Date.now,
  address = ownAddress,
  tryOut = null,
}: Options = {}) {
  const sale = createSale({
    now,
    inUse: () => form.inUse(),
    onPaid: (order) => paying.leave(orderPath(sale.$subject.get(), order.secret)),
    isIdle: () => paying.$phase.get() === 'idle',
  });
  const form = createForm(
    () => ({
      today: today(new Date(sale.$order.get()?.server_time ?? now())),
      seats: sale.$order.get()?.lines.length ?? 1,
      firstDay: sale.$subject.get()?.firstDay ?? '',
      ages: limits(),
      overnight: hasNight(sale.$subject.get()?.tier),
      versions: texts.versions(),
    }),
    now,
  );
  const texts = createTexts(() => form);
  const changes = createChanges(sale, form);
  const paying = createPaying({ sale, form, changes, texts, go, here: () => backTo(address()) });
  let opening: Promise<void> | undefined;
  /** The latest choice, while the parent decides about the spots of another booking. */
  let latestChoice: { subject: Subject; known: KnownPeople } | undefined;

  /** Returns the ages that the offer requires. For a class, they are those of its team, which are only a hint. */
  function limits() {
    const details = sale.$offer.get()?.details;
    const subject = sale.$subject.get();
    if (details) return { minAge: details.min_age ?? undefined, maxAge: details.max_age ?? undefined };
    return subject?.kind === 'camp' ? { minAge: subject.minAge, maxAge: subject.maxAge } : {};
  }

  /** Opens the checkout. React may mount the component twice, so the running request is shared. */
  function open(): Promise<void> {
    opening ??= begin(() => findSource(address(), tryOut));
    return opening;
  }

  async function begin(find: () => Promise<Source>): Promise<void> {
    const source = await find().catch((error: unknown): Source => {
      // The error boundary shows a `LoadError`. After any other error, the page must not look as if it were still
      // loading.
      if (error instanceof LoadError) throw error;
      report('Checkout: the order could not be found', 'PROMISE_REJECTION', String(error));
      return { is: 'refused', code: 'unexpected' };
    });
    if (source.is === 'empty') sale.$view.set({ state: 'empty' });
    else if (source.is === 'weeks') sale.$view.set({ state: 'weeks', weeks: source.weeks });
    else if (source.is === 'sessions') sale.$view.set({ state: 'sessions', sessions: source.sessions });
    else if (source.is === 'refused') refuse(toProblem(source));
    else await start(source.subject, source);
  }

  /**
   * Starts the checkout of a subject. `release` means that the parent agreed to release the spots of another booking.
   */
  async function start(subject: Subject, knownPeople: KnownPeople = {}, release = false): Promise<void> {
    const { waiting = [], parent } = knownPeople;
    sale.begin(subject);
    if (!release && (await asksAboutOther(subject, knownPeople))) return;
    form.restore(
      keyOf(subject),
      waiting.map(({ name, dob }) => childOf(name, dob)),
      parent && parentOf(parent),
    );
    void readFormPrefill()
      .then(async (family) => family && (await import('./form/known.ts')).applyKnown(form, texts, family))
      .catch(() => undefined)
      .then(form.showUnsavedAnswers);
    void readTerms(subject);
    void texts.load();
    const memory = readOrderMemory();
    let code: string | null = null;
    let isForAccount = false;
    if (memory && isOf(memory, subject)) {
      const answer = await getOrder(memory.secret);
      if (!answer.ok && answer.code !== 'order_not_found') {
        showRefusal(answer);
        return;
      }
      if (answer.ok && (isLive(answer.value) || isPaid(answer.value))) {
        // If the browser lost some of the children, the order still says how many there are.
        const { children } = form.$values.get();
        const missingCount = answer.value.lines.length - children.length;
        if (missingCount > 0)
          form.setChildren([...children, ...Array.from({ length: missingCount }, () => emptyChild)]);
        // A guest who has signed in gets the same order for their account, so that saved answers and discounts count.
        isForAccount = memory.guest === true && hasSession() && answer.value.status === 'held';
        if (!isForAccount) {
          sale.$agreed.set(memory.agreedCents);
          sale.applyOrder(answer.value, memory.payUrl);
          form.recallCollectors(answer.value.collectors);
          return;
        }
      }
      code = answer.ok ? answer.value.code : null;
    }
    if (!isForAccount && (subject.kind === 'camp' || !subject.sessionId || subject.waitlist))
      trackCheckout(subject);
    await hold(memory?.secret ?? null, code);
  }

  /** Asks before spots of another class or camp are released. Returns whether the parent is asked. */
  async function asksAboutOther(subject: Subject, knownPeople: KnownPeople): Promise<boolean> {
    const memory = readOrderMemory();
    const other = memory?.subject;
    if (!other || takesNoPlaceFrom(other, subject)) return false;
    const answer = await getOrder(memory.secret);
    if (!answer.ok && answer.code !== 'order_not_found') {
      showRefusal(answer);
      return true;
    }
    if (!answer.ok || !isLive(answer.value)) return false;
    latestChoice = { subject, known: knownPeople };
    sale.$view.set({ state: 'holds_other', held: answer.value, other });
    return true;
  }

  /** Continues with the held spots. The latest choice stays in the cart. */
  function keepHeld(): Promise<void> {
    const view = sale.$view.get();
    if (view.state !== 'holds_other') return Promise.resolve();
    sale.$view.set({ state: 'opening' });
    return start(view.other);
  }

  function replaceHeld(): Promise<void> {
    if (!latestChoice) return Promise.resolve();
    sale.$view.set({ state: 'opening' });
    return start(latestChoice.subject, latestChoice.known, true);
  }

  async function readTerms({ offerId }: Subject): Promise<void> {
    const answer = await readOffer(offerId);
    if (answer.ok) sale.$offer.set(answer.value[0] ?? null);
    else report('Checkout: the offer could not be read');
  }

  async function hold(previous: string | null, code: string | null = null): Promise<void> {
    const answer = await changes.holdFreeSpots({ ...changes.currentOptions(), code }, previous);
    if (answer.ok) {
      form.recallCollectors(answer.value.collectors);
      return;
    }
    // Holding the spots is more important than a code that has ended. The code is dropped with a message.
    if (code !== null && answer.code.startsWith('code_')) {
      changes.$codeFault.set({ code: answer.code, cents: centsOf(answer) });
      return hold(previous);
    }
    if (answer.code === 'queue_first') {
      sale.$view.set({ state: 'queue', place: null, isCurrent: true });
      const { waitInQueue } = await import('./purchase/queue.ts');
      if (await waitInQueue((place, isCurrent) => sale.$view.set({ state: 'queue', place, isCurrent }))) {
        sale.$view.set({ state: 'opening' });
        return hold(previous, code);
      }
      return;
    }
    showRefusal(answer);
  }

  function showRefusal(failure: Failure): void {
    const problem = toProblem(failure);
    if (problem === 'unexpected') report('Checkout: the order could not be opened');
    refuse(problem);
  }

  function refuse(code: Problem): void {
    sale.clock.stop();
    sale.$view.set({ state: 'refused', code });
  }

  /** Opens the page again after a failure that may be temporary, or when the browser restored it from its cache. */
  function reopen(): Promise<void> {
    sale.$view.set({ state: 'opening' });
    opening = begin(() => findSource(address(), tryOut));
    return opening;
  }

  function choose(subject: Subject): Promise<void> {
    sale.$view.set({ state: 'opening' });
    if (subject.kind === 'class') trackCheckout(subject);
    return start(subject);
  }

  function leaveForOtherWeek(): Promise<void> {
    sale.$view.set({ state: 'opening' });
    return begin(async () => (await lookup()).fromWeeks());
  }

  async function holdAgain(): Promise<void> {
    const order = sale.$order.get();
    sale.$view.set({ state: 'opening' });
    paying.$problem.set(null);
    await hold(order?.secret ?? null, order?.code ?? null);
  }

  async function arrive(): Promise<void> {
    paying.$phase.set('idle');
    paying.$problem.set(null);
    opening = begin(() => findSource(address(), tryOut));
    await opening;
  }

  /** Tries everything again that failed offline, once the network is back. */
  function retryOnline(): void {
    const view = sale.$view.get();
    if (view.state === 'refused' && view.code === 'offline') void reopen();
    changes.online();
    // The notice promised to continue with the payment. `pay` waits for the repeated change, because the changed order
    // is the one to pay.
    if (paying.$problem.get() === 'offline') void paying.pay();
    if (texts.$texts.get().state === 'failed') void texts.load();
  }

  return {
    sale,
    form,
    texts,
    changes,
    paying,
    open,
    reopen,
    choose,
    otherWeek: leaveForOtherWeek,
    keepHeld,
    replaceHeld,
    holdAgain,
    arrive,
    online: retryOnline,
  };
}

/** Returns whether the order in this browser's storage belongs to what is being booked. */
function isOf(memory: NonNullable<ReturnType<typeof readOrderMemory>>, subject: Subject): boolean {
  if (memory.subject) return sameSubject(memory.subject, subject);
  return memory.sessionId === subject.sessionId && memory.offerId === subject.offerId;
}

export type Checkout = ReturnType<typeof createCheckout>;

let sharedCheckout: Checkout | undefined;

/** Returns the checkout of the page. React may mount the component twice, but the hold must be made once. */
export function pageCheckout(tryOut: TryOut | null): Checkout {
  sharedCheckout ??= createCheckout({ tryOut });
  return sharedCheckout;
}
