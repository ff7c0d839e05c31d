import type { ErrorCode } from '#contract/errors.ts';
import { readConversion } from '#api/purchase-conversion.ts';
import type { Parent } from '#api/own-family.ts';
import { createCheckout, validateEligibility, type PassRequest } from './api.ts';
import { addOfflineReason, messages, notCreatedMessage } from './messages.ts';

export interface Tab {
  /** Shows the page in the tab. Returns false if the parent has closed the tab. */
  show: (url: string) => boolean;
  close: () => void;
}

export type Outcome =
  | { is: 'opened' }
  /** The checkout opens in this tab, because this is a phone or no new tab could be opened. */
  | { is: 'here' }
  | { is: 'refused'; text: string; signIn: boolean }
  /** The parent closed the dialog, so nothing opens. */
  | { is: 'left' };

interface Hooks {
  /**
   * Opens a new tab. A browser allows that only at the moment of the click, so this is called at once. Returns null on
   * a phone, and if the tab was blocked.
   */
  openTab: () => Tab | null;
  go: (url: string) => void;
  wanted: () => boolean;
  /** Called just before the payment page opens. */
  began: () => void;
}

export async function buyPass(request: PassRequest, parent: Parent, hooks: Hooks): Promise<Outcome> {
  const { openTab, go, wanted, began } = hooks;
  const tab = openTab();
  const end = (outcome: Outcome): Outcome => {
    tab?.close();
    return outcome;
  };
  const refuse = (text: string, signIn = false) => end({ is: 'refused', text, signIn });

  const eligibility = await validateEligibility(request, parent);
  if (!wanted()) return end({ is: 'left' });
  if (!eligibility.ok) return refuse(addOfflineReason(messages.notValidated), signInHelps(eligibility.code));
  const { isEligible, requiresAuth, reason } = eligibility.value;
  if (!isEligible) return refuse(reason ?? messages.have, requiresAuth);

  const checkoutAnswer = await createCheckout(request, await readConversion(), parent);
  if (!wanted()) return end({ is: 'left' });
  if (!checkoutAnswer.ok)
    return refuse(notCreatedMessage(checkoutAnswer.code), signInHelps(checkoutAnswer.code));
  const { url } = checkoutAnswer.value;
  if (!url || !/^https?:\/\//.test(url)) return refuse(messages.noUrl);
  if (!url.startsWith(`${location.origin}/`)) began();
  if (tab?.show(url)) return { is: 'opened' };
  go(url);
  return { is: 'here' };
}

const signInHelps = (code: ErrorCode) =>
  code === 'unauthorized' || code === 'session_ended' || code === 'second_factor_needed';
