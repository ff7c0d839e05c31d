import { OrderLinkRequest, OrderLinksRequest } from '#contract/after-sale.ts';
import { atom } from 'nanostores';
import * as v from 'valibot';
import { report } from '#browser/report.ts';
import { requestLink, requestLinks } from './api.ts';

export type LinkFault = 'number' | 'email' | 'rate_limited' | 'failed';
export interface FormState {
  state: 'editing' | 'sending' | 'sent';
  fault: LinkFault | null;
}

export function createOrderLinkForm() {
  const $form = atom<FormState>({ state: 'editing', fault: null });

  async function send(number: string, email: string): Promise<void> {
    if ($form.get().state === 'sending') return;
    const isNumberMissing = number.trim() === '';
    const parsed = v.safeParse(isNumberMissing ? OrderLinksRequest : OrderLinkRequest, {
      p_number: number,
      p_email: email,
    });
    if (!parsed.success) {
      $form.set({ state: 'editing', fault: faultOf(String(parsed.issues[0].path?.[0]?.key)) });
      return;
    }
    $form.set({ state: 'sending', fault: null });
    const { p_email, ...request } = parsed.output;
    const answer = await ('p_number' in request
      ? requestLink(request.p_number, p_email)
      : requestLinks(p_email));
    if (answer.ok) {
      $form.set({ state: 'sent', fault: null });
      return;
    }
    if (answer.code === 'invalid_input') $form.set({ state: 'editing', fault: faultOf(answer.field ?? '') });
    else if (answer.code === 'rate_limited') $form.set({ state: 'editing', fault: 'rate_limited' });
    else {
      report(`A new link could not be asked for: ${answer.code}`);
      $form.set({ state: 'editing', fault: 'failed' });
    }
  }

  return { $form, send };
}

const faultOf = (field: string): LinkFault => (field === 'p_email' ? 'email' : 'number');
