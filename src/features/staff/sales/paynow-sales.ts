import type { PaynowSale } from '#contract/desk.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { DeskOrder } from '#contract/passes.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import * as api from './api.ts';
import { paynowRefusals } from './paynow-messages.ts';

interface Rules {
  onOpened: (sale: PaynowSale) => void;
  onConfirmed: (order: DeskOrder) => void;
  onReleased: () => void;
}

/**
 * Creates the store of sales that wait for PayNow. A sale ends with a payment or a release. The actions resolve with
 * an error message, or with null if they succeed.
 */
export function createPaynowSales({ onOpened, onConfirmed, onReleased }: Rules) {
  const $sales = atom<readonly PaynowSale[]>([]);
  const explain = async (code: ErrorCode) =>
    ({ tone: 'bad', text: await errorText(code, paynowRefusals) }) as const;

  async function load(): Promise<void> {
    const answer = await api.fetchPaynowSales();
    if (answer.ok) $sales.set(answer.value);
  }
  async function confirm({ order_id }: PaynowSale, reference: string, hasSplit = true) {
    const answer = await api.confirmPaynow(order_id, reference, hasSplit);
    if (!answer.ok) return explain(answer.code);
    onConfirmed(answer.value);
    return null;
  }
  async function release({ order_id }: PaynowSale) {
    const answer = await api.releasePaynow(order_id);
    if (!answer.ok) return explain(answer.code);
    onReleased();
    void load();
    return null;
  }
  return { $sales, load, open: onOpened, confirm, release };
}
