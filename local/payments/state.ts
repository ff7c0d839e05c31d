/**
 * What the double remembers, as JSON. Records hold facts; `views/` builds Stripe's objects from them on
 * each read, so that a session, its PaymentIntent and its charge cannot contradict each other.
 * Money in cents, moments in seconds since 1970 as Stripe counts them (deliveries: milliseconds).
 */
/** Of the file: one that was written by another version is started over. */
export const STATE_VERSION = 4;

export const methods = ['card', 'paynow', 'grabpay'] as const;
export type Method = (typeof methods)[number];
type Metadata = Record<string, string>;

export interface Line {
  id: string;
  price: string;
  product: string;
  name: string;
  description: string | null;
  unit_amount: number;
  quantity: number;
  metadata: Metadata;
  /** Null for what is paid once. Weeks between renewals otherwise. */
  every_weeks: number | null;
}

/** Money that was taken, is on its way (`processing`) or did not come: of a checkout or of a renewal. */
export interface Payment {
  intent: string;
  charge: string;
  payment_method: string;
  method: Method;
  status: 'succeeded' | 'processing' | 'failed';
  amount: number;
  currency: string;
  customer: string | null;
  email: string | null;
  paid_at: number;
  description: string | null;
  metadata: Metadata;
  receipt_email: string | null;
  allowed: string[] | null;
  methods: Method[];
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
  mode: 'payment' | 'subscription';
  locale: string | null;
  submit_type: string | null;
  metadata: Metadata;
  /** As asked for; null leaves the choice to the account's settings. */
  allowed: string[] | null;
  /** What the customer may choose from. */
  methods: Method[];
  intent: { description: string | null; metadata: Metadata; receipt_email: string | null };
  /** Of mode `subscription`. */
  plan: { description: string | null; metadata: Metadata; trial_days: number } | null;
  payment: Payment | null;
  customer: string | null;
  /** In mode `subscription`, once complete. */
  subscription: string | null;
  invoice: string | null;
  /** The event the hosted page waits for before it sends the customer back. */
  completed_event: string;
}

export interface Subscription {
  id: string;
  item: string;
  /** What renews, of the checkout that began it. */
  line: Line;
  every_weeks: number;
  created: number;
  currency: string;
  customer: string;
  email: string | null;
  description: string | null;
  metadata: Metadata;
  status: 'trialing' | 'active' | 'past_due' | 'canceled';
  period_start: number;
  period_end: number;
  trial_end: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  end_reason: 'cancellation_requested' | 'payment_failed' | null;
  payment_method: string;
  /** What the next charge of its card will meet. */
  card: 'good' | 'declined';
  latest_invoice: string;
}

export interface InvoiceLine {
  id: string;
  line: Line;
  amount: number;
  start: number;
  end: number;
}

export interface Invoice {
  id: string;
  /** `inpay_…`, the link between invoice and payment. */
  link: string;
  number: string;
  subscription: string;
  reason: 'subscription_create' | 'subscription_cycle';
  created: number;
  currency: string;
  lines: InvoiceLine[];
  /** Of the subscription, when it was made. */
  period_start: number;
  period_end: number;
  status: 'open' | 'paid' | 'void';
  attempts: number;
  next_attempt_at: number | null;
  paid_at: number | null;
  /** Null when there was nothing to pay. */
  payment: Payment | null;
}

export interface PortalSession {
  id: string;
  created: number;
  customer: string;
  return_url: string | null;
}

export interface RefundRecord {
  id: string;
  charge: string;
  created: number;
  amount: number;
  reason: string | null;
  metadata: Metadata;
  /** Null: it succeeded. */
  failure_reason: string | null;
}

export interface DisputeRecord {
  id: string;
  charge: string;
  created: number;
  amount: number;
  reason: string;
  status: 'warning_needs_response' | 'needs_response' | 'warning_closed' | 'won' | 'lost';
  /** What left our balance for it (below zero) and came back. */
  movements: { id: string; amount: number; created: number }[];
}

/** A webhook endpoint that was made by the API. */
export interface EndpointRecord {
  id: string;
  created: number;
  url: string;
  secret: string;
  events: string[];
  api_version: string | null;
  description: string | null;
  disabled: boolean;
}

export interface StoredEvent {
  id: string;
  sequence: number;
  type: string;
  created: number;
  /** The same without what a test moved the clock ahead: moving it gives no event up. */
  told_at: number;
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
  /** Null: it is only slow. */
  status: number | null;
  times: number;
  /** True: the request is carried out, and only its answer is lost. */
  after: boolean;
  /** Milliseconds before anything is done. */
  delay_ms: number;
}

export interface State {
  sequence: number;
  /** Seconds that a test has moved the clock ahead. */
  ahead: number;
  checkouts: Record<string, Checkout>;
  subscriptions: Record<string, Subscription>;
  invoices: Record<string, Invoice>;
  portals: Record<string, PortalSession>;
  refunds: RefundRecord[];
  /** False: our balance covers no refund. */
  funded: boolean;
  disputes: DisputeRecord[];
  endpoints: EndpointRecord[];
  events: StoredEvent[];
  deliveries: Delivery[];
  answers: Record<string, StoredAnswer>;
  /** Event types that wait for a release; `*` holds all. */
  held: string[];
  /** How many times more than once each event is delivered. */
  copies: number;
  /** True: the newest event goes first. */
  reversed: boolean;
  faults: Fault[];
}

export const emptyState = (): State => ({
  sequence: 0,
  ahead: 0,
  checkouts: {},
  subscriptions: {},
  invoices: {},
  portals: {},
  refunds: [],
  funded: true,
  disputes: [],
  endpoints: [],
  events: [],
  deliveries: [],
  answers: {},
  held: [],
  copies: 0,
  reversed: false,
  faults: [],
});

/** What a line costs at once: with a trial, what renews costs nothing yet. */
export function dueOf(line: Line, { plan }: Pick<Checkout, 'plan'>): number {
  const later = line.every_weeks !== null && plan !== null && plan.trial_days > 0;
  return later ? 0 : line.unit_amount * line.quantity;
}

export function dueNow(checkout: Checkout): number {
  return checkout.lines.reduce((sum, line) => sum + dueOf(line, checkout), 0);
}

/** Everything that took money, or tried to, the oldest first. */
export function paymentsOf(state: State): Payment[] {
  return [...Object.values(state.checkouts), ...Object.values(state.invoices)]
    .map(({ payment }) => payment)
    .filter((payment) => payment !== null)
    .toSorted((a, b) => a.paid_at - b.paid_at);
}

export function refundedOf(state: State, { charge }: Payment): number {
  return state.refunds
    .filter((refund) => refund.charge === charge && refund.failure_reason === null)
    .reduce((sum, refund) => sum + refund.amount, 0);
}

export const disputesOf = (state: State, { charge }: Payment): DisputeRecord[] =>
  state.disputes.filter((dispute) => dispute.charge === charge);
