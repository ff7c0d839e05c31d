import type { ErrorCode } from '#contract/errors.ts';
import type { ChatFamily, ChatList, ChatParent, FamilyChats } from '#contract/family-chats.ts';
import { atom } from 'nanostores';
import { createAction } from '#ui/kit/action.ts';
import { errorText } from '#api/error-text.ts';
import * as api from './api.ts';
import { firstText, refusals } from './messages.ts';
import { idOf, withMore, withSent } from './model.ts';

export type ChatsView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  /**
   * `clockOffset` says how many milliseconds the server's clock is ahead of this device's. It is needed to decide what
   * can still be undone.
   */
  | { state: 'ready'; chats: FamilyChats; clockOffset: number };

/** Reads the families of a list. Staff write to each by WhatsApp, and the store records to whom they have written. */
export function createFamilyChats(list: ChatList) {
  const $view = atom<ChatsView>({ state: 'loading' });
  const $text = atom('');
  const { $busy, $outcome, run } = createAction();

  async function open(): Promise<void> {
    const answer = await api.fetchFamilyChats(list);
    if (!answer.ok) {
      $view.set({ state: 'failed', code: answer.code });
      return;
    }
    const chats = answer.value;
    $text.set(firstText(chats));
    $view.set({ state: 'ready', chats, clockOffset: Date.parse(chats.at) - Date.now() });
  }

  async function retry(): Promise<void> {
    $view.set({ state: 'loading' });
    await open();
  }

  /** Adds the next page. Families that are already listed are left out. */
  const showMore = () =>
    run(async () => {
      const view = $view.get();
      if (view.state !== 'ready') return null;
      const last = view.chats.families.at(-1);
      const answer = await api.fetchFamilyChats(list, last ? idOf(last) : null);
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, refusals) };
      $view.set({ ...view, chats: withMore(view.chats, answer.value) });
      return null;
    });

  const change = (call: () => ReturnType<typeof api.markChatSent>, family: ChatFamily, parent: ChatParent) =>
    run(async () => {
      const answer = await call();
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, refusals) };
      const view = $view.get();
      if (view.state === 'ready')
        $view.set({ ...view, chats: withSent(view.chats, family, parent, answer.value.sent) });
      return null;
    });
  const mark = (family: ChatFamily, parent: ChatParent) =>
    change(() => api.markChatSent(list, family, parent), family, parent);
  const undo = (family: ChatFamily, parent: ChatParent, markId: string) =>
    change(() => api.undoChatSent(markId), family, parent);

  return { $view, $text, $busy, $outcome, open, retry, showMore, mark, undo };
}
export type FamilyChatsStore = ReturnType<typeof createFamilyChats>;
