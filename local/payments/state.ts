import type { PayoutRecord, TransactionRecord } from './balance-records.ts';

/**
 * `views/` builds Stripe's objects from these records, so that a session, its PaymentIntent and its charge cannot
 * contradict each other. Money is in cents, times are in seconds since 1970 (deliveries: milliseconds).
 */
/** The version of the file. A file of another version is discarded. */
export const STATE_VERSION = 5;

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
  /** Weeks between renewals. Null for a single payment. */
  every_weeks: number | null;
}

/** A payment of a checkout or a renewal: succeeded, pending (`processing`) or failed. */
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
  balance_transaction: string | null;
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
  /** The methods of the request. Null leaves the choice to the account's settings. */
  allowed: string[] | null;
  methods: Method[];
  intent: { description: string | null; metadata: Metadata; receipt_email: string | null };
  plan: { description: string | null; metadata: Metadata; trial_days: number } | null;
  payment: Payment | null;
  customer: string | null;
  subscription: string | null;
  invoice: string | null;
  /** The hosted page waits for this event before it sends the customer back. */
  completed_event: string;
}

export interface Subscription {
  id: string;
  item: string;
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
  /** Decides whether the next charge of the card will succeed. */
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
  /** An id `inpay_…`, which links the invoice and its payment. */
  link: string;
  number: string;
  subscription: string;
  reason: 'subscription_create' | 'subscription_cycle';
  created: number;
  currency: string;
  lines: InvoiceLine[];
  period_start: number;
  period_end: number;
  status: 'open' | 'paid' | 'void';
  attempts: number;
  next_attempt_at: number | null;
  paid_at: number | null;
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
  failure_reason: string | null;
  balance_transaction: string | null;
  failure_balance_transaction: string | null;
}

export interface DisputeRecord {
  id: string;
  charge: string;
  created: number;
  amount: number;
  reason: string;
  status: 'warning_needs_response' | 'needs_response' | 'warning_closed' | 'won' | 'lost';
  /** Changes of our balance in cents: negative when the dispute takes money, positive when it comes back. */
  movements: { id: string; amount: number; fee: number; created: number }[];
}

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
  told_at: number;
  /** The event as JSON, the same in every delivery. Each delivery has its own signature. */
  body: string;
  /** Null once it is delivered, or if there was no endpoint. */
  pending: { attempts: number; refusals: number; next_at: number } | null;
}

export interface Delivery {
  event: string;
  type: string;
  at: number;
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
  /** The start of "METHOD /path", e.g. `POST /v1/checkout/sessions`. */
  match: string;
  /** The status of the response. Null only delays the request. */
  status: number | null;
  times: number;
  /** If true, the request is carried out and only its response is lost. */
  after: boolean;
  /** Milliseconds of delay before anything is done. */
  delay_ms: number;
}

export interface State {
  sequence: number;
  ahead: number;
  checkouts: Record<string, Checkout>;
  subscriptions: Record<string, Subscription>;
  invoices: Record<string, Invoice>;
  portals: Record<string, PortalSession>;
  refunds: RefundRecord[];
  /** False if our balance is too low for refunds. */
  funded: boolean;
  disputes: DisputeRecord[];
  transactions: TransactionRecord[];
  payouts: PayoutRecord[];
  /** The last midnight at which the balance was paid out, in seconds since 1970. */
  paid_out_through: number;
  endpoints: EndpointRecord[];
  events: StoredEvent[];
  deliveries: Delivery[];
  answers: Record<string, StoredAnswer>;
  /** Event types that are held until a release. `*` means all. */
  held: string[];
  /** How many extra times each event is delivered. */
  copies: number;
  /** If true, the newest event is delivered first. */
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
  transactions: [],
  payouts: [],
  paid_out_through: 0,
  endpoints: [],
  events: [],
  deliveries: [],
  answers: {},
  held: [],
  copies: 0,
  reversed: false,
  faults: [],
});

/** Returns the cents of a line that are due at once: nothing for a renewing line with a trial. */
export function dueOf(line: Line, { plan }: Pick<Checkout, 'plan'>): number {
  const later = line.every_weeks !== null && plan !== null && plan.trial_days > 0;
  return later ? 0 : line.unit_amount * line.quantity;
}

export function dueNow(checkout: Checkout): number {
  return checkout.lines.reduce((sum, line) => sum + dueOf(line, checkout), 0);
}

/** Returns all payments, including failed ones, oldest first. */
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
