import { centsOf } from '#contract/errors.ts';
import type { OrderView } from '#contract/orders.ts';
import type { WritableAtom } from 'nanostores';
import type { Answer, Failure } from '#api/errors.ts';
import { report } from '#browser/report.ts';
import { getOrder } from '#api/orders.ts';
import { createPayment } from '../api.ts';
import { keepGuest } from '../form/guest.ts';
import { unavailableCodes, toProblem } from '../problem.ts';
import type { Problem, Sale } from '../purchase/sale.ts';
import { successPath } from '../purchase/subject.ts';
import type { CheckoutForm } from '../form/form.ts';
import type { createTexts } from '../form/messages.ts';
import type { Changes } from './changes.ts';
import type { ChosenPay, Phase } from './pay-model.ts';

export interface Needs {
  sale: Sale;
  form: CheckoutForm;
  changes: Changes;
  texts: ReturnType<typeof createTexts>;
  here: () => string;
}

interface Stores {
  $phase: WritableAtom<Phase>;
  $problem: WritableAtom<Problem | null>;
  $pay: WritableAtom<ChosenPay | null>;
  leavePage: (url: string) => void;
}

/** The payment of a held order. */
export function createPay({
  sale,
  form,
  changes,
  texts,
  here,
  $phase,
  $problem,
  $pay,
  leavePage,
}: Needs & Stores) {
  /** Opens the payment. If `byLink` is true, makes a link with which somebody else can pay. */
  async function pay(byLink = false): Promise<void> {
    if ($phase.get() !== 'idle' || sale.$view.get().state !== 'open') return;
    $phase.set(byLink ? 'sending' : 'paying');
    $problem.set(null);
    await changes.settled();
    const order = sale.$order.get();
    const hasQuestion = sale.$asksPrice.get() !== null || (changes.$unseated.get() > 0 && !sale.$split.get());
    if (!order || sale.$view.get().state !== 'open' || hasQuestion) {
      $phase.set('idle');
      return;
    }
    if (texts.$texts.get().state !== 'ready') await texts.load();
    const details = await form.submit().catch(() => undefined);
    const unread = details !== null && texts.$texts.get().state !== 'ready';
    if (!details || unread) {
      $phase.set('idle');
      if (details === undefined || unread) $problem.set(toProblem({ code: 'unexpected' }));
      return;
    }
    form.flush();
    const paths = { back: here(), success: successPath(sale.$subject.get()) };
    const answer = await createPayment(
      order.secret,
      sale.$agreed.get(),
      details,
      paths,
      byLink,
      $pay.get()?.choice,
    );
    if (!answer.ok) {
      $phase.set('idle');
      return handleRefusal(order, answer);
    }
    const { url, link } = answer.value;
    keepGuest(form.$values.get());
    if (link) {
      const currentOrder = await getOrder(order.secret);
      sale.share(currentOrder.ok ? currentOrder.value : order, { ...link, url, back: paths.back });
      $phase.set('idle');
      return;
    }
    sale.remember(order, url);
    leavePage(url);
  }

  async function handleRefusal(order: OrderView, failure: Failure): Promise<void> {
    const { code, field } = failure;
    // The form has already loaded these checks.
    const { causeInBasket, causeOf } = await import('../form/check.ts');
    const cause = sale.$isBasket.get() ? causeInBasket(failure, order) : causeOf(code, field);
    if (cause) {
      form.reject(Object.fromEntries([cause]));
      if (code === 'consent_text_changed') await texts.load();
      return;
    }
    if (unavailableCodes.includes(code)) {
      sale.clock.stop();
      const { refusedParts } = await import('../basket.ts');
      sale.$view.set({ state: 'refused', code, ...(await refusedParts(sale, failure, order)) });
      return;
    }
    // The deposit or the balance has changed, so the parent must choose again.
    if (field === 'instalments' || code === 'balance_too_low') {
      const currentOrder = await getOrder(order.secret);
      if (currentOrder.ok) sale.applyOrder(currentOrder.value, sale.payUrl());
      $problem.set(code === 'price_changed' ? 'no_instalments' : code);
      return;
    }
    if (code === 'price_changed') {
      applyPrice(order, centsOf(failure), await getOrder(order.secret));
      return;
    }
    if (code.startsWith('code_')) {
      changes.$codeFault.set({ code, cents: centsOf(failure) });
      return;
    }
    if (code === 'hold_expired' || code === 'order_closed' || code === 'order_not_found') {
      await sale.endHold();
      // The spots are still held, so a slow payment such as PayNow is on its way.
      if (code === 'order_closed' && sale.$view.get().state === 'open') $problem.set(code);
      return;
    }
    if (code === 'not_on_record') form.$onRecord.set(null);
    const problem = toProblem(failure);
    if (problem === 'unexpected') report('Checkout: the payment could not be created');
    $problem.set(problem);
  }

  function applyPrice(order: OrderView, cents: number | undefined, currentOrder: Answer<OrderView>): void {
    const current = currentOrder.ok ? currentOrder.value : order;
    sale.applyOrder({ ...current, total_cents: cents ?? current.total_cents }, sale.payUrl());
  }

  return pay;
}
