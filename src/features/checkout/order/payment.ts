import { atom } from 'nanostores';
import { loadOnce } from '../load-once.ts';
import type { Problem } from '../purchase/sale.ts';
import type { ChosenPay, Phase } from './pay-model.ts';
import type { Needs as PayNeeds } from './pay-order.ts';

interface Needs extends PayNeeds {
  go: (url: string) => void;
}

export function createPaying({ go, ...needs }: Needs) {
  const $phase = atom<Phase>('idle');
  const $problem = atom<Problem | null>(null);
  /** Null if the whole price is paid by card. */
  const $pay = atom<ChosenPay | null>(null);

  function leavePage(url: string): void {
    $phase.set('leaving');
    needs.form.flush();
    go(url);
  }

  /** Loads together with the page of the order, because a visitor without a cart pays nothing. */
  const load = loadOnce(async () => {
    const { createPay } = await import('./pay-order.ts');
    return createPay({ ...needs, $phase, $problem, $pay, leavePage });
  });

  return {
    $phase,
    $problem,
    $pay,
    load,
    pay: async (byLink = false) => (await load())(byLink),
    leave: leavePage,
  };
}
