import type { MessageChannel, MessageChannels } from '#contract/message-channels.ts';
import { atom } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import { errorText } from '#api/error-text.ts';
import { createAction } from '#ui/kit/action.ts';
import { readMessageChannels, setMessageChannel } from '../api.ts';
import { channelMessages, channelRefusals } from './messages.ts';

export type ChannelsView =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; channels: MessageChannel[] };

/** Creates the store with which a parent chooses the channels for messages about bookings. */
export function createChannels() {
  const $view = atom<ChannelsView>({ state: 'loading' });
  const { $busy, $outcome, run } = createAction();

  const show = ({ channels }: MessageChannels) =>
    // A channel that is not set up is shown only to parents who allowed it before, so that they can withdraw their
    // consent.
    $view.set({
      state: 'ready',
      channels: channels.filter(
        ({ channel, is_on, allowed }) => channel === 'whatsapp' || is_on || allowed === true,
      ),
    });

  async function open(): Promise<void> {
    const answer = await readMessageChannels();
    if (answer.ok) show(answer.value);
    else if ($view.get().state !== 'ready') $view.set({ state: 'failed' });
  }
  function retry(): void {
    $view.set({ state: 'loading' });
    void open();
  }
  const allow = ({ channel, phone }: MessageChannel, isAllowed: boolean) =>
    run(async () => {
      const answer: Answer<MessageChannels> = await setMessageChannel(channel, isAllowed, phone);
      if (!answer.ok) {
        if (answer.code === 'changed_meanwhile') await open();
        return { tone: 'bad', text: await errorText(answer.code, channelRefusals) };
      }
      show(answer.value);
      return { tone: 'calm', text: channelMessages.saved };
    });
  return { $view, $busy, $outcome, open, retry, allow };
}
export type Channels = ReturnType<typeof createChannels>;
