import type { OrderView } from '#contract/orders.ts';
import { atom, computed } from 'nanostores';
import { readBalance } from '#api/family-balance.ts';
import type { Checkout } from '../store.ts';
import { type Chosen, chosenPay } from './pay-model.ts';

/** Returns the cents that the order has already reserved, so that the balance which is read does not include them. */
const reservedOf = (order: OrderView | null): number => order?.pay?.balance_cents ?? 0;

export function createWayToPay({ sale, paying }: Pick<Checkout, 'sale' | 'paying'>) {
  const first = sale.$order.get();
  const $balance = atom<number | 'failed' | null>(null);
  const $chosen = atom<Chosen>({
    parts: first?.pay?.parts ?? null,
    balance: reservedOf(first) > 0 ? reservedOf(first) : null,
  });
  const $pay = computed([sale.$order, $chosen, $balance], (order, choice, balance) =>
    order ? chosenPay(choice, order, typeof balance === 'number' ? balance : 0) : null,
  );

  async function read(): Promise<void> {
    const reservedCents = reservedOf(sale.$order.get());
    const answer = await readBalance();
    $balance.set(answer.ok ? answer.value.cents + reservedCents : 'failed');
  }

  /** Reads the balance, which only a member has. Returns a function that stops following it. */
  function start(isMember: boolean): () => void {
    let readFor = '';
    const stops = [
      $pay.subscribe((pay) => {
        paying.$pay.set(pay);
      }),
      sale.$order.subscribe((order) => {
        const key = `${order?.secret ?? ''} ${reservedOf(order)}`;
        if (!isMember || order === null || key === readFor) return;
        readFor = key;
        void read();
      }),
      paying.$problem.listen((problem) => {
        if (problem === 'balance_too_low') void read();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      paying.$pay.set(null);
    };
  }

  return { $balance, $chosen, $pay, read, start };
}
