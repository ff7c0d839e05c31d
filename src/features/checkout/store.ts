import { centsOf } from '#contract/errors.ts';
import { hasNight } from '#contract/tiers.ts';
import { takeAdding } from '#browser/adding.ts';
import { readBasket, saveBasket } from '#browser/basket.ts';
import { hasSession } from '#browser/has-session.ts';
import { LoadError } from '#browser/load-error.ts';
import { readOrderMemory, type Subject } from '#browser/order-memory.ts';
import { today } from '#domain/dates.ts';
import { report } from '#browser/report.ts';
import type { Failure } from '#api/errors.ts';
import { readFormPrefill } from '#api/form-prefill.ts';
import { getOrder } from '#api/orders.ts';
import { createChanges } from './order/changes.ts';
import { trackCheckout } from './events.ts';
import { createForm } from './form/form.ts';
import { childOf, emptyChild, parentOf } from './form/model.ts';
import { createPaying } from './order/payment.ts';
import { toProblem } from './problem.ts';
import { countSeated, rideOf } from './purchase/parts.ts';
import type { Choosing } from './purchase/choosing.ts';
import { createSale, isLive, isPaid, type Problem, type RefusedPart } from './purchase/sale.ts';
import { type Address, backTo, lookup, findSource } from './purchase/source.ts';
import { type KnownPeople, type Source, type TryOut } from './purchase/model.ts';
import { readTerms } from './purchase/terms.ts';
import { isOrderOf, keyOf, keyOfParts, orderPath } from './purchase/subject.ts';
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
    loadBasketRequest: async () => (await import('./basket.ts')).buildBasketRequest,
  });
  const form = createForm(
    () => ({
      today: today(new Date(sale.$order.get()?.server_time ?? now())),
      seats: sale.$seated.get() ?? 1,
      firstDay: sale.$subject.get()?.firstDay ?? '',
      ages: limits(),
      overnight: hasNight(sale.$subject.get()?.tier),
      ...(sale.$isBasket.get() ? { parts: sale.$parts.get().map(rulesOf) } : {}),
      versions: texts.versions(),
    }),
    now,
  );
  const texts = createTexts(() => form);
  const changes = createChanges(sale, form, () => reopen());
  const paying = createPaying({ sale, form, changes, texts, go, here: () => backTo(address()) });
  let choosing: Promise<Choosing> | undefined;
  const loadChoosing = (): Promise<Choosing> =>
    (choosing ??= import('./basket.ts').then(({ createChoosing }) =>
      createChoosing({
        sale,
        form,
        start,
        readTerms: (parts) => readTerms(sale, parts),
        showRefusal,
        notePaid: (part) => changes.$refusedPart.set({ part, code: 'order_closed' }),
        today: () => today(new Date(now())),
      }),
    ));
  async function join(subject: Subject, known: KnownPeople = {}): Promise<void> {
    if (readBasket(today(new Date(now()))).length > 0) return (await loadChoosing()).join(subject, known);
    takeAdding();
    return start([subject], known);
  }
  let opening: Promise<void> | undefined;

  /** Returns the ages that the offer requires. For a class, they are those of its team, which are only a hint. */
  function limits(subject = sale.$subject.get()) {
    const details = subject ? sale.$offers.get()[subject.offerId]?.details : undefined;
    if (details) return { minAge: details.min_age ?? undefined, maxAge: details.max_age ?? undefined };
    return subject?.kind === 'camp' ? { minAge: subject.minAge, maxAge: subject.maxAge } : {};
  }

  const rulesOf = (part: Subject) => {
    const { name, firstDay, tier } = part;
    return { key: keyOf(part), name, firstDay, ages: limits(part), overnight: hasNight(tier) };
  };

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
    else await join(source.subject, source);
  }

  /** Starts the checkout. `release` means that the parent agreed to release the spots of another booking. */
  async function start(
    parts: readonly Subject[],
    knownPeople: KnownPeople = {},
    release = false,
  ): Promise<void> {
    const { waiting = [], parent, isNewChild } = knownPeople;
    sale.begin(parts);
    const subject = sale.$subject.get();
    if (!subject) return;
    const isBasket = sale.$isBasket.get();
    const isOther = !release && readOrderMemory()?.subject !== undefined;
    if (isOther && (await (await loadChoosing()).asksAboutOther(parts, knownPeople))) return;
    if (subject.waitlist === null) saveBasket(parts);
    const known = waiting.map(({ name, dob }) => childOf(name, dob));
    const before = form.restore(keyOfParts(parts), known, parent && parentOf(parent));
    if (isBasket) {
      const { completed } = await import('./basket.ts');
      const forWhom = isNewChild ? emptyChild : known[0];
      form.setChildren(completed(form.$values.get().children, parts, before, forWhom));
    }
    void readFormPrefill()
      .then(async (family) => family && (await import('./form/known.ts')).applyKnown(form, texts, family))
      .catch(() => undefined)
      .then(form.showUnsavedAnswers);
    const terms = readTerms(sale, parts);
    const { transport } = form.$values.get();
    if (isBasket || transport !== '') await terms;
    // The ride may be from a camp that is no longer in the order.
    if (transport !== '') form.type({ transport: rideOf(transport, parts, sale.$offers.get()) });
    void texts.load();
    const memory = readOrderMemory();
    let code: string | null = null;
    let isForAccount = false;
    if (memory && isOrderOf(memory, parts)) {
      const answer = await getOrder(memory.secret);
      if (!answer.ok && answer.code !== 'order_not_found') {
        await showRefusal(answer);
        return;
      }
      if (answer.ok && (isLive(answer.value) || isPaid(answer.value))) {
        // If the browser lost some of the children, the order still says how many there are.
        const { children } = form.$values.get();
        const missingCount = countSeated(answer.value, isBasket) - children.length;
        if (missingCount > 0)
          form.setChildren([...children, ...Array.from({ length: missingCount }, () => emptyChild)]);
        // A guest who has signed in gets the same order for their account, so that saved answers and discounts count.
        isForAccount = memory.guest === true && hasSession() && answer.value.status === 'held';
        if (!isForAccount) {
          if (isBasket) (await import('./basket.ts')).followOrder(form, answer.value, parts);
          sale.$agreed.set(memory.agreedCents);
          sale.applyOrder(answer.value, memory.payUrl);
          form.recallCollectors(answer.value.collectors);
          return;
        }
      }
      code = answer.ok ? answer.value.code : null;
    } else if (memory && (isBasket || memory.parts))
      code = await (await loadChoosing()).codeOf(memory, parts);
    if (!isForAccount)
      for (const part of isBasket || memory?.parts
        ? (await import('./basket.ts')).addedParts(parts, memory)
        : parts)
        if (part.kind === 'camp' || !part.sessionId || part.waitlist) trackCheckout(part);
    await hold(memory?.secret ?? null, code);
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
    await showRefusal(answer);
  }

  async function showRefusal(failure: Failure): Promise<void> {
    const problem = toProblem(failure);
    if (problem === 'unexpected') report('Checkout: the order could not be opened');
    if (!sale.$isBasket.get()) {
      refuse(problem);
      return;
    }
    const { refusedParts } = await import('./basket.ts');
    refuse(problem, await refusedParts(sale, failure, null));
  }

  function refuse(code: Problem, more: { refusedParts?: RefusedPart[] } = {}): void {
    sale.clock.stop();
    sale.$view.set({ state: 'refused', code, ...more });
  }

  /** Opens the page again after a failure that may be temporary. */
  function reopen(): Promise<void> {
    sale.$view.set({ state: 'opening' });
    opening = begin(() => findSource(address(), tryOut));
    return opening;
  }

  function choose(subject: Subject): Promise<void> {
    sale.$view.set({ state: 'opening' });
    if (subject.kind === 'class') trackCheckout(subject);
    return join(subject);
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
    keepHeld: async () => (await loadChoosing()).keepHeld(),
    joinHeld: async () => (await loadChoosing()).joinHeld(),
    replaceHeld: async () => (await loadChoosing()).replaceHeld(),
    goOnWithout: async (refused: readonly Subject[]) => (await loadChoosing()).goOnWithout(refused),
    holdAgain,
    arrive,
    online: retryOnline,
  };
}

export type Checkout = ReturnType<typeof createCheckout>;

let sharedCheckout: Checkout | undefined;

/** Returns the checkout of the page. React may mount the component twice, but the hold must be made once. */
export function pageCheckout(tryOut: TryOut | null): Checkout {
  sharedCheckout ??= createCheckout({ tryOut });
  return sharedCheckout;
}
