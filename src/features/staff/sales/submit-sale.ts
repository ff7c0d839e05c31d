import type { DeskAccess, PaynowSale } from '#contract/desk.ts';
import type { DeskOrder, DeskSale } from '#contract/passes.ts';
import { atom } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import * as api from './api.ts';

const accessUntilLoaded: DeskAccess = {
  sells: true,
  spends_balance: true,
  uen: null,
  discount: { percent: 0, cents: 0 },
};

/**
 * Submits a sale at the desk. If the settings have a UEN, a PayNow sale only holds its spots until the seller confirms
 * the payment. Every other sale is completed at once.
 */
export function createSaleSubmission(access = accessUntilLoaded) {
  const $access = atom(access);
  async function readAccess(): Promise<void> {
    const answer = await api.fetchDeskAccess();
    if (answer.ok) $access.set(answer.value);
  }
  async function submitSale(sale: DeskSale): Promise<Answer<DeskOrder | PaynowSale>> {
    if (sale.method !== 'paynow') return api.sell(sale);
    if ($access.get().uen !== null) {
      const heldSale = await api.holdPaynow(sale);
      if (!heldSale.ok && heldSale.code === 'paynow_not_set_up') await readAccess();
      return heldSale;
    }
    const answer = await api.sell(sale);
    if (answer.ok || answer.code !== 'invalid_input' || answer.field !== 'method') return answer;
    // The UEN may have been entered after this screen was opened.
    await readAccess();
    return $access.get().uen === null ? answer : api.holdPaynow(sale);
  }
  return { $access, submitSale };
}
