import type { CollectionRules } from '#contract/pickup.ts';
import { atom } from 'nanostores';
import type { Answer } from '#api/errors.ts';
import { errorText } from '#api/error-text.ts';
import { createAction } from '#ui/kit/action.ts';
import { blockCollector, readCollectionRules, setGoingAlone, unblockCollector } from '../api.ts';
import { collectionMessages, refusals } from './messages.ts';

export type CollectionView =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; rules: CollectionRules };

export interface NewBlocked {
  name: string;
  /** The child's id. An empty text means every child. */
  childId: string;
  note: string;
}

/** Creates the store of people who must not collect. The list is read on each visit and never saved in the browser. */
export function createCollection() {
  const $view = atom<CollectionView>({ state: 'loading' });
  const { $busy, $outcome, run } = createAction();

  async function open(): Promise<void> {
    const answer = await readCollectionRules();
    if (answer.ok) $view.set({ state: 'ready', rules: answer.value });
    else if ($view.get().state !== 'ready') $view.set({ state: 'failed' });
  }

  function retry(): void {
    $view.set({ state: 'loading' });
    void open();
  }

  async function change(call: () => Promise<Answer<CollectionRules>>, doneText: string): Promise<boolean> {
    const outcome = await run(async () => {
      const answer = await call();
      if (answer.ok) {
        $view.set({ state: 'ready', rules: answer.value });
        return { tone: 'calm', text: doneText };
      }
      // The other parent may have removed the person first, so the list is read again.
      if (answer.code === 'collector_not_found') await open();
      return { tone: 'bad', text: await errorText(answer.code, refusals) };
    });
    return outcome?.tone === 'calm';
  }

  return {
    $view,
    $busy,
    $outcome,
    open,
    retry,
    allow: (childId: string, isAllowed: boolean) =>
      change(() => setGoingAlone(childId, isAllowed), collectionMessages.saved),
    block: ({ name, childId, note }: NewBlocked) =>
      change(
        () => blockCollector(name.trim(), childId === '' ? null : childId, note.trim()),
        collectionMessages.blocked(name.trim()),
      ),
    unblock: (id: string) => change(() => unblockCollector(id), collectionMessages.saved),
  };
}
export type Collection = ReturnType<typeof createCollection>;
