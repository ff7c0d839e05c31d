import type Stripe from 'stripe';

/** Records of our balance at Stripe (`state.ts`). `views/balance.ts` builds Stripe's objects from them. */

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
  /** True if the payout's transactions can be listed. */
  reconciled: boolean;
  failure: { transaction: string; code: string } | null;
}
