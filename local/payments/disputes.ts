import type { Balance } from './balance.ts';
import { noCause, type Emit } from './events.ts';
import { invalid, missing } from './errors.ts';
import { newId } from './ids.ts';
import { disputesOf, type DisputeRecord, type Payment, type State } from './state.ts';
import { disputeView } from './views/dispute.ts';

interface Books {
  state: State;
  emit: Emit;
  balance: Balance;
  now: () => number;
  findPayment: (key: 'intent' | 'charge', id: string) => Payment | undefined;
}

export function createDisputes({ state, emit, balance, now, findPayment }: Books) {
  function view(dispute: DisputeRecord) {
    const payment = findPayment('charge', dispute.charge);
    if (!payment) throw missing('dispute', dispute.id);
    return disputeView(dispute, payment);
  }
  function find(id: string): DisputeRecord {
    const dispute = state.disputes.find((candidate) => candidate.id === id);
    if (!dispute) throw missing('dispute', id);
    return dispute;
  }

  return {
    view: (id: string) => view(find(id)),
    list: () => state.disputes.map(view),

    open(payment: Payment, { amount = payment.amount, reason = 'fraudulent', inquiry = false }): string {
      if (payment.status !== 'succeeded') throw invalid(`Charge ${payment.charge} is not paid.`);
      if (disputesOf(state, payment).length > 0)
        throw invalid(`Charge ${payment.charge} is disputed already.`);
      const status = inquiry ? 'warning_needs_response' : 'needs_response';
      const dispute: DisputeRecord = {
        id: newId('dp'),
        charge: payment.charge,
        created: now(),
        amount,
        reason,
        status,
        movements: [],
      };
      state.disputes.push(dispute);
      emit({ type: 'charge.dispute.created', data: { object: view(dispute) } }, noCause);
      if (inquiry) return dispute.id;
      balance.moveDispute(dispute, -amount);
      emit({ type: 'charge.dispute.funds_withdrawn', data: { object: view(dispute) } }, noCause);
      return dispute.id;
    },

    close(id: string, won: boolean): void {
      const dispute = find(id);
      if (!['needs_response', 'warning_needs_response'].includes(dispute.status)) {
        throw invalid(`This dispute is already closed (${dispute.status}).`);
      }
      const takenCents = -dispute.movements.reduce((sum, { amount }) => sum + amount, 0);
      if (won) {
        dispute.status = dispute.status === 'needs_response' ? 'won' : 'warning_closed';
        if (takenCents > 0) {
          balance.moveDispute(dispute, takenCents);
          emit({ type: 'charge.dispute.funds_reinstated', data: { object: view(dispute) } }, noCause);
        }
      } else {
        dispute.status = 'lost';
        if (takenCents === 0) {
          balance.moveDispute(dispute, -dispute.amount);
          emit({ type: 'charge.dispute.funds_withdrawn', data: { object: view(dispute) } }, noCause);
        }
      }
      emit({ type: 'charge.dispute.closed', data: { object: view(dispute) } }, noCause);
    },
  };
}
