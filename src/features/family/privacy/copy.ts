import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { saveFile } from '#browser/save-file.ts';
import { today } from '#domain/dates.ts';
import { exportFamily } from './api.ts';
import { copyMessages, refusals } from './messages.ts';

type Whole = Record<string, unknown>;

/**
 * All stored data of the family, as a file or to read and print. It is collected on request and never saved in the
 * browser.
 */
export function createCopy({ save = saveFile } = {}) {
  const $busy = atom<'read' | 'save' | null>(null);
  const $document = atom<Whole | null>(null);
  const $note = atom<{ tone: 'calm' | 'bad'; text: string } | null>(null);

  async function gather(how: 'read' | 'save'): Promise<Whole | null> {
    if ($busy.get() !== null) return null;
    $busy.set(how);
    $note.set(null);
    const answer = await exportFamily();
    if (!answer.ok) $note.set({ tone: 'bad', text: await errorText(answer.code, refusals) });
    $busy.set(null);
    return answer.ok ? answer.value : null;
  }

  async function saveWhole(): Promise<void> {
    const whole = await gather('save');
    if (!whole) return;
    save(`family-${today()}.json`, JSON.stringify(whole, null, 2), 'application/json');
    $note.set({ tone: 'calm', text: copyMessages.saved });
  }

  async function read(): Promise<void> {
    const whole = await gather('read');
    if (whole) $document.set(whole);
  }

  return { $busy, $document, $note, save: saveWhole, read, close: () => $document.set(null) };
}
export type Copy = ReturnType<typeof createCopy>;
