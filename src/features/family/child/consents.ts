import { atom } from 'nanostores';
import { type FamilyConsents, readConsents, recordConsent } from '#api/family-consents.ts';
import { readFamily } from '#api/family.ts';
import { errorText } from '#api/error-text.ts';
import { neededPurposes, type ConsentStatus, findConsentStatus } from '#domain/consents.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import { sheetErrors } from '#ui/family/sheet/messages.ts';
import { consentMessages } from './messages.ts';

/** The consents about a child. The one for photos is optional, so it comes last. */
export const childPurposes = ['activity', 'medical', 'liability', 'photo'] as const;
export type ChildPurpose = (typeof childPurposes)[number];

type ConsentsView = { state: 'loading' | 'failed' } | { state: 'ready'; consents: FamilyConsents };

interface Whose {
  childId: string;
  userId: string;
  familyId: string;
}

export function createConsents({ childId, userId, familyId }: Whose) {
  const $view = atom<ConsentsView>({ state: 'loading' });
  const { $busy, $outcome, run } = createAction();

  async function open(): Promise<void> {
    const answer = await readConsents(userId, familyId);
    if (answer.ok) $view.set({ state: 'ready', consents: answer.value });
    else if ($view.get().state !== 'ready') $view.set({ state: 'failed' });
  }

  function readStatus(purpose: ChildPurpose): ConsentStatus {
    const view = $view.get();
    if (view.state !== 'ready') return { state: 'never' };
    return findConsentStatus(purpose, { childId, userId, isOnlyParent: false }, view.consents.entries);
  }

  /**
   * Returns the consents that may be renewed without reading them again. The one for photos is optional, and a new text
   * may let other families see them, so it is given by its own button.
   */
  const stalePurposes = (): ChildPurpose[] =>
    childPurposes.filter((purpose) => purpose !== 'photo' && readStatus(purpose).state === 'stale');

  async function decide(purposes: readonly ChildPurpose[], isGiven: boolean): Promise<void> {
    const view = $view.get();
    if (view.state !== 'ready') return;
    await run(async () => {
      const outcome = await record(view.consents, purposes, isGiven);
      await Promise.all([open(), readFamily()]);
      return outcome;
    });
  }

  /** Records consents one after the other, and stops at the first error. Those that were already recorded remain. */
  async function record(
    { texts }: FamilyConsents,
    purposes: readonly ChildPurpose[],
    isGiven: boolean,
  ): Promise<Message> {
    for (const purpose of purposes) {
      const version = texts.get(purpose)?.version;
      if (version === undefined) continue;
      const answer = await recordConsent({ purpose, given: isGiven, version, childId });
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, sheetErrors) };
    }
    return { tone: 'calm', text: consentMessages.done };
  }

  return {
    $view,
    $busy,
    $outcome,
    open,
    readStatus,
    stalePurposes,
    decide: (purpose: ChildPurpose, isGiven: boolean) => decide([purpose], isGiven),
    /** Renews all outdated consents in one tap ("Nothing has changed"). */
    renewAll: () => decide(stalePurposes(), true),
    isNeeded: (purpose: ChildPurpose) => neededPurposes.some((neededPurpose) => neededPurpose === purpose),
  };
}
export type Consents = ReturnType<typeof createConsents>;
