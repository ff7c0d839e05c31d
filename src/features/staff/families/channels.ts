import type { FamilyChannels, MessageChannel } from '#contract/message-channels.ts';
import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { createAction } from '#ui/kit/action.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';
import * as api from './api.ts';
import { permissionMessages } from '#domain/phone-messages.ts';

/** Reads whether parents allow us to write to them by WhatsApp or text message, and records new answers. */
export function createFamilyChannels(familyId: string) {
  const $parents = atom<FamilyChannels['parents'] | null>(null);
  const { $busy, $outcome, run } = createAction();

  const runChange = (call: () => ReturnType<typeof api.fetchChannels>, doneText: string | null) =>
    run(async () => {
      const answer = await call();
      if (!answer.ok) {
        if (answer.code === 'changed_meanwhile') await read();
        return { tone: 'bad', text: await errorText(answer.code, rereadRefusals) };
      }
      $parents.set(answer.value.parents);
      return doneText === null ? null : { tone: 'calm', text: doneText };
    });

  async function read(): Promise<void> {
    const answer = await api.fetchChannels(familyId);
    if (answer.ok) $parents.set(answer.value.parents);
  }
  const open = () => runChange(() => api.fetchChannels(familyId), null);
  const record = (profileId: string | null, channel: MessageChannel, isAllowed: boolean) =>
    runChange(() => api.recordChannel(familyId, profileId, channel, isAllowed), permissionMessages.recorded);
  return { $parents, $busy, $outcome, open, record };
}
