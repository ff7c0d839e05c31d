import type { ManagedOrder } from '#contract/after-sale.ts';
import type { ManagedLine, Target } from '../../../src/features/manage/model.ts';
import { order, uuid } from '../support/examples.ts';

const [line] = order().lines;
if (!line) throw new Error('no example');

export const managedLine: ManagedLine = {
  ...line,
  status: 'placed',
  child_name: 'Kai',
  can: { cancel: { refund_cents: 3800 }, move: { until: '2026-11-20T02:30:00Z' }, place: false },
};

export function managed(over: Partial<ManagedOrder> = {}): ManagedOrder {
  return {
    ...order({ status: 'paid', paid_at: '2026-11-20T04:10:00Z', hold_expires_at: null }),
    order_id: uuid(1000),
    must_choose: false,
    split_allowed: false,
    refunds: [],
    lines: [managedLine],
    ...over,
  };
}

export const target: Target = {
  ...{ id: uuid(502), kind: 'camp', when: 'Mon 14 – Wed 16 Dec 2026', what: 'Spark Camp', where: 'Bishan' },
  ...{ spotsLeft: 4, otherKind: false },
};
