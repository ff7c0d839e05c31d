/**
 * What the double remembers, as JSON. Records hold facts; `views/` builds Stripe's objects from them on
 * each read, so that a session, its PaymentIntent and its charge cannot contradict each other.
 * Money in cents, moments in seconds since 1970 as Stripe counts them (deliveries: milliseconds).
 */
export const methods = ['card', 'paynow', 'grabpay'] as const;
export type Method = (typeof methods)[number];
export type Metadata = Record<string, string>;

export interface Line {
  id: string;
  price: string;
  product: string;
  name: string;
  description: string | null;
  unit_amount: number;
  quantity: number;
  metadata: Metadata;
}

export interface Payment {
  intent: string;
  charge: string;
  payment_method: string;
  method: Method;
  email: string | null;
  paid_at: number;
  /** The event the hosted page waits for before it sends the customer back. */
  completed_event: string;
}

export interface Checkout {
  id: string;
  created: number;
  expires_at: number;
  status: 'open' | 'complete' | 'expired';
  currency: string;
  lines: Line[];
  success_url: string;
  cancel_url: string | null;
  client_reference_id: string | null;
  customer_email: string | null;
  locale: string | null;
  submit_type: string | null;
  metadata: Metadata;
  /** As asked for; null leaves the choice to the account's settings. */
  allowed: string[] | null;
  /** What the customer may choose from. */
  methods: Method[];
  intent: { description: string | null; metadata: Metadata; receipt_email: string | null };
  payment: Payment | null;
}

export interface RefundRecord {
  id: string;
  checkout: string;
  created: number;
  amount: number;
  reason: string | null;
  metadata: Metadata;
}

export interface StoredEvent {
  id: string;
  sequence: number;
  type: string;
  created: number;
  /** The event as JSON; the same in every delivery, signed anew each time. */
  body: string;
  /** Null once the endpoint has it, or when there was no endpoint. */
  pending: { attempts: number; refusals: number; next_at: number } | null;
}

export interface Delivery {
  event: string;
  type: string;
  at: number;
  /** Status of the answer; 0 when there was none. */
  status: number;
}

export interface StoredAnswer {
  path: string;
  fingerprint: string;
  status: number;
  body: string;
  created: number;
}

export interface Fault {
  /** Start of "METHOD /path", e.g. `POST /v1/checkout/sessions`. */
  match: string;
  status: number;
  times: number;
  /** True: the request is carried out, and only its answer is lost. */
  after: boolean;
}

export interface State {
  sequence: number;
  checkouts: Record<string, Checkout>;
  refunds: RefundRecord[];
  events: StoredEvent[];
  deliveries: Delivery[];
  answers: Record<string, StoredAnswer>;
  /** Event types that wait for a release; `*` holds all. */
  held: string[];
  /** How many times more than once each event is delivered. */
  copies: number;
  faults: Fault[];
}

export const emptyState = (): State => ({
  sequence: 0,
  checkouts: {},
  refunds: [],
  events: [],
  deliveries: [],
  answers: {},
  held: [],
  copies: 0,
  faults: [],
});

export function totalOf(checkout: Checkout): number {
  return checkout.lines.reduce((sum, line) => sum + line.unit_amount * line.quantity, 0);
}

export function refundedOf(state: State, checkout: Checkout): number {
  return state.refunds
    .filter((refund) => refund.checkout === checkout.id)
    .reduce((sum, refund) => sum + refund.amount, 0);
}

export type PaidCheckout = Checkout & { payment: Payment };

export function isPaid(checkout: Checkout): checkout is PaidCheckout {
  return checkout.payment !== null;
}
