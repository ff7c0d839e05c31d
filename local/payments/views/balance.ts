import type Stripe from 'stripe';
import type { PayoutRecord, TransactionRecord } from '../balance-records.ts';

export function transactionView(record: TransactionRecord, now: number): Stripe.BalanceTransaction {
  const { id, amount, fee, currency, created, available_on, description, source, type } = record;
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on,
    balance_type: 'payments',
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: record.fee_description,
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: record.reporting_category,
    source,
    status: available_on <= now ? 'available' : 'pending',
    type,
  };
}

const failures: Record<string, string> = {
  account_closed: 'The bank account has been closed.',
  no_account: 'The bank account details on file are probably incorrect. No bank account could be located.',
};

export function payoutView(payout: PayoutRecord): Stripe.Payout {
  const { id, amount, arrival_date, created, currency, failure, status } = payout;
  return {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date,
    automatic: true,
    balance_transaction: payout.transaction,
    created,
    currency,
    description: 'STRIPE PAYOUT',
    destination: 'ba_localBankAccount',
    failure_balance_transaction: failure?.transaction ?? null,
    failure_code: failure?.code ?? null,
    failure_message: failure ? (failures[failure.code] ?? 'The bank could not process this payout.') : null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: payout.reconciled ? 'completed' : 'in_progress',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status,
    trace_id: { status: status === 'in_transit' ? 'pending' : 'unsupported', value: null },
    type: 'bank_account',
  };
}
