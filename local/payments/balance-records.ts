import type Stripe from 'stripe';

/** Records of our balance at Stripe (`state.ts`); `views/balance.ts` builds Stripe's objects from them. */

/** A change of our balance, in cents. It never changes after it is made, except for the payout that takes it. */
export interface TransactionRecord {
  id: string;
  type: Stripe.BalanceTransaction.Type;
  reporting_category: string;
  amount: number;
  fee: number;
  fee_description: string | null;
  currency: string;
  created: number;
  available_on: number;
  description: string | null;
  source: string | null;
  /** The payout that took it to the bank; a payout's own transaction belongs to that payout. */
  payout: string | null;
}

export interface PayoutRecord {
  id: string;
  amount: number;
  currency: string;
  created: number;
  arrival_date: number;
  status: 'in_transit' | 'paid' | 'failed';
  transaction: string;
  /** Whether the transactions in it can be listed. */
  reconciled: boolean;
  failure: { transaction: string; code: string } | null;
}
