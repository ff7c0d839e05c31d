import { PaymentLink } from '#contract/payment-links.ts';
import * as v from 'valibot';
import { atom } from 'nanostores';
import { callFunction } from '#api/functions.ts';
import { callRpc } from '#api/rpc.ts';
import { hasSession } from '#browser/has-session.ts';
import { formatMoney } from '#domain/money.ts';
import { createAction, leaving } from '#ui/kit/action.ts';
import { keepSecret, takeSecret } from '#browser/address-secret.ts';
import { readOrderMemory } from '#browser/order-memory.ts';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { PAYMENT_LINK_REFRESH_MS, PAYMENT_TIMEOUT_MS } from '#config/timing.ts';
import * as timing from '#config/timing.ts';
import { paths } from '#config/paths.ts';
import { messages } from './messages.ts';
import { readSavedToken, saveToken } from './saved-token.ts';

export type View =
  | { state: 'loading' | 'wrong' | 'ended' | 'failed' | 'thanks' }
  | { state: 'read'; link: PaymentLink; payment: Returned | 'from_balance' };

/** What is known about the payment if the payer has returned from Stripe and the order is still open. */
type Returned = 'none' | 'checking' | 'on_its_way';

const SECRET = 'payment';
const Checked = v.object({ confirmed: v.boolean() });
/** The number of reads for each check with Stripe. The webhook usually arrives first. */
const READS_PER_CHECK = 5;
const Payment = v.object({ url: v.pipe(v.string(), v.url()) });

/** Reads the link. Only a signed-in parent may have a balance, so visitors do not load the module that reads it. */
const readLink = async (p_token: string) =>
  hasSession()
    ? (await import('./member.ts')).readAsMember(p_token)
    : callRpc('read_payment_link', { p_token }, PaymentLink);

/**
 * Returns the token in the fragment, which is never sent to a server. The addresses to which Stripe returns must not
 * contain it, so the tab remembers it.
 */
function readToken(): string {
  if (location.hash.length > 1) {
    const token = location.hash.slice(1);
    keepSecret(SECRET, token, location.pathname);
    saveToken(token);
  }
  return takeSecret(SECRET) ?? readSavedToken() ?? '';
}

/** Returns the page of the checkout if the parent used the link. Stripe returns them here, and they continue there. */
function findOwnPage(hasPaid: boolean): string | null {
  const order = readOrderMemory();
  if (!order?.payLink) return null;
  if (!hasPaid) return order.payLink.back;
  const success = order.subject?.kind === 'camp' ? paths.campBookingSuccess : paths.paymentSuccess;
  return `${success}?order=${order.secret}`;
}

interface Options {
  go?: (url: string) => void;
  now?: () => number;
}

export function createPaymentLink({ go = (url) => location.replace(url), now = Date.now }: Options = {}) {
  const $view = atom<View>({ state: 'loading' });
  const paid = () => new URLSearchParams(location.search).get('paid');
  const hasReturned = () => paid() !== null;
  const action = createAction();
  const openedAt = now();

  let isPaidFromBalance = false;

  function payment(link: PaymentLink): Returned | 'from_balance' {
    if (isPaidFromBalance && link.state === 'paid') return 'from_balance';
    if (!hasReturned() || link.state !== 'open') return 'none';
    // The payment was for an earlier instalment, so nothing is known about the next one.
    if (link.offer?.part !== undefined && link.offer.part !== paid()) return 'none';
    return now() - openedAt < timing.PAYMENT_POLL_LIMIT_MS ? 'checking' : 'on_its_way';
  }

  let readCount = 0;
  /** Asks Stripe about the payment. Returns true if Stripe has just confirmed it. */
  async function isConfirmedNow(token: string): Promise<boolean> {
    if (readCount++ % READS_PER_CHECK > 0) return false;
    const answer = await callFunction('check-payment-link', { token }, Checked, PAYMENT_TIMEOUT_MS);
    return answer.ok && answer.value.confirmed;
  }

  /** Reads the link. Returns false if there was no answer. */
  async function read(): Promise<boolean> {
    const token = readToken();
    if (token === '') {
      const checkoutPage = findOwnPage(hasReturned());
      if (checkoutPage !== null) go(checkoutPage);
      else $view.set({ state: hasReturned() ? 'thanks' : 'wrong' });
      return true;
    }
    const answer = await readLink(token);
    const view = $view.get();
    if (answer.ok) $view.set({ state: 'read', link: answer.value, payment: payment(answer.value) });
    else if (answer.code === 'link_not_found') $view.set({ state: 'wrong' });
    else if (answer.code === 'link_expired') $view.set({ state: 'ended' });
    // If the network fails for a short time, what was read before is still shown.
    else if (view.state !== 'read') $view.set({ state: 'failed' });
    if (answer.ok && payment(answer.value) === 'checking' && (await isConfirmedNow(token))) return read();
    return answer.ok;
  }

  const everyMs = () => {
    const view = $view.get();
    if (view.state === 'read' && view.payment === 'checking') return timing.PAYMENT_POLL_MS;
    return PAYMENT_LINK_REFRESH_MS;
  };

  function open(): () => void {
    void read();
    return refreshWhileVisible(read, everyMs);
  }

  /** Opens Stripe's page for the next instalment of a sold order. */
  const pay = () =>
    action.run(async () => {
      const answer = await callFunction(
        'pay-instalment',
        { token: readToken() },
        Payment,
        PAYMENT_TIMEOUT_MS,
      );
      if (answer.ok) {
        go(answer.value.url);
        return leaving;
      }
      // The instalment may have been paid or cancelled since the page was opened.
      await read();
      return { tone: 'bad', text: messages.notOpened };
    });

  /** Pays `cents` from the balance at once, and opens Stripe's page for the remaining amount of the instalment. */
  const payFromBalance = (cents: number) =>
    action.run(async () => {
      const view = $view.get();
      const offer = view.state === 'read' ? view.link.offer : null;
      if (offer?.part === undefined) return null;
      const { part, total_cents: expected_cents } = offer;
      const { payFromBalance: send } = await import('./member.ts');
      const answer = await send({ token: readToken(), balance: { part, expected_cents, cents } });
      if (answer.ok && answer.value.url !== null) {
        go(answer.value.url);
        return leaving;
      }
      isPaidFromBalance ||= answer.ok;
      await read();
      if (answer.ok) return { tone: 'calm', text: messages.fromBalance(formatMoney(cents)) };
      return { tone: 'bad', text: messages.balanceRefused };
    });

  return { $view, $busy: action.$busy, $outcome: action.$outcome, open, read, pay, payFromBalance };
}
