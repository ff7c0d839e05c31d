import { OrderLinkRequest, OrderLinksRequest } from '#contract/after-sale.ts';
import { atom } from 'nanostores';
import * as v from 'valibot';
import { report } from '#browser/report.ts';
import { requestLink, requestLinks } from './api.ts';

export type LinkFault = 'number' | 'email' | 'rate_limited' | 'failed';
export interface Asking {
  state: 'asking' | 'sending' | 'sent';
  fault: LinkFault | null;
}

export function createNewLink() {
  const $asking = atom<Asking>({ state: 'asking', fault: null });

  async function send(number: string, email: string): Promise<void> {
    if ($asking.get().state === 'sending') return;
    const isNumberMissing = number.trim() === '';
    const parsed = v.safeParse(isNumberMissing ? OrderLinksRequest : OrderLinkRequest, {
      p_number: number,
      p_email: email,
    });
    if (!parsed.success) {
      $asking.set({ state: 'asking', fault: faultOf(String(parsed.issues[0].path?.[0]?.key)) });
      return;
    }
    $asking.set({ state: 'sending', fault: null });
    const { p_email, ...request } = parsed.output;
    const answer = await ('p_number' in request
      ? requestLink(request.p_number, p_email)
      : requestLinks(p_email));
    if (answer.ok) {
      $asking.set({ state: 'sent', fault: null });
      return;
    }
    if (answer.code === 'invalid_input') $asking.set({ state: 'asking', fault: faultOf(answer.field ?? '') });
    else if (answer.code === 'rate_limited') $asking.set({ state: 'asking', fault: 'rate_limited' });
    else {
      report(`A new link could not be asked for: ${answer.code}`);
      $asking.set({ state: 'asking', fault: 'failed' });
    }
  }

  return { $asking, send };
}

const faultOf = (field: string): LinkFault => (field === 'p_email' ? 'email' : 'number');
