import type Stripe from 'stripe';
import { invalid } from './errors.ts';
import { refundedOf, type Checkout, type Payment, type State } from './state.ts';
import { lineItemView } from './views/line-item.ts';
import { chargeView, intentView } from './views/payment.ts';
import type { Processor } from './processor.ts';

/** As at Stripe, a path that cannot be expanded is an error. */
export function refuseOthers(expand: readonly string[], known: readonly string[]): void {
  const other = expand.find((path) => !known.includes(path));
  if (other !== undefined) throw invalid(`This property cannot be expanded (${other}).`, { param: 'expand' });
}

export function expandedIntent(payment: Payment, state: State, expand: readonly string[]) {
  const intent = intentView(payment);
  if (expand.includes('latest_charge'))
    intent.latest_charge = chargeView(payment, refundedOf(state, payment));
  return intent;
}

const sessionPaths = ['line_items', 'payment_intent', 'payment_intent.latest_charge'];

/** `prefix` is `data.` in lists. */
export function expandedSession(
  checkout: Checkout,
  {
    processor,
    state,
    expand,
    prefix = '',
  }: { processor: Processor; state: State; expand: readonly string[]; prefix?: string },
): Stripe.Checkout.Session {
  refuseOthers(
    expand,
    sessionPaths.map((path) => prefix + path),
  );
  const paths = expand.map((path) => path.slice(prefix.length));
  const session = processor.view(checkout);
  if (paths.includes('line_items')) {
    const url = `/v1/checkout/sessions/${checkout.id}/line_items`;
    const data = checkout.lines.map((line) => lineItemView(line, checkout));
    session.line_items = { object: 'list', url, has_more: false, data };
  }
  if (
    session.payment_intent !== null &&
    checkout.payment &&
    paths.some((path) => path.startsWith('payment_intent'))
  ) {
    const charge = paths.includes('payment_intent.latest_charge') ? ['latest_charge'] : [];
    session.payment_intent = expandedIntent(checkout.payment, state, charge);
  }
  return session;
}
