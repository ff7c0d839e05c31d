import type { FamilyChannels, PhoneChannel } from '#contract/message-channels.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { createAction } from '#ui/kit/action.ts';
import { staffRefusals } from '#ui/staff/error-messages.ts';
import * as api from './api.ts';
import { permissionMessages } from '#domain/phone-messages.ts';

/** The answers of a family's parents about WhatsApp and text messages. */
export function createFamilyChannels(familyId: string) {
  const $parents = atom<FamilyChannels['parents'] | null>(null);
  const { $busy, $outcome, run } = createAction();

  const apply = (call: () => ReturnType<typeof api.fetchChannels>, done: string | null) =>
    run(async () => {
      const answer = await call();
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, staffRefusals) };
      $parents.set(answer.value.parents);
      return done === null ? null : { tone: 'calm', text: done };
    });

  const open = () => apply(() => api.fetchChannels(familyId), null);
  const record = (profileId: string | null, channel: PhoneChannel, allowed: boolean) =>
    apply(() => api.recordChannel(familyId, profileId, channel, allowed), permissionMessages.recorded);
  return { $parents, $busy, $outcome, open, record };
}
