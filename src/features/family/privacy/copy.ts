import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { saveFile } from '#browser/save-file.ts';
import { today } from '#domain/dates.ts';
import { createAction, type Message } from '#ui/kit/action.ts';
import { exportFamily } from './api.ts';
import { copyMessages, refusals } from './messages.ts';

type FamilyDocument = Record<string, unknown>;

/** Creates the store of the document, which is requested on each visit and never saved in the browser. */
export function createCopy({ save = saveFile } = {}) {
  const $document = atom<FamilyDocument | null>(null);
  const { $running, $outcome, run } = createAction<Message, 'read' | 'save'>();

  const requestCopy = (action: 'read' | 'save', onDocument: (document: FamilyDocument) => Message | null) =>
    run(async () => {
      const answer = await exportFamily();
      return answer.ok
        ? onDocument(answer.value)
        : { tone: 'bad', text: await errorText(answer.code, refusals) };
    }, action);

  const saveWhole = () =>
    requestCopy('save', (document) => {
      save(`family-${today()}.json`, JSON.stringify(document, null, 2), 'application/json');
      return { tone: 'calm', text: copyMessages.saved };
    });

  const read = () =>
    requestCopy('read', (document) => {
      $document.set(document);
      return null;
    });

  return { $running, $document, $outcome, save: saveWhole, read, close: () => $document.set(null) };
}
export type Copy = ReturnType<typeof createCopy>;
