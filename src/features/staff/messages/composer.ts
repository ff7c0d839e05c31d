import type { ErrorCode } from '#contract/errors.ts';
import type {
  MessageAudiences,
  MessageDraft,
  MessagePreview,
  MessageReach,
} from '#contract/management-messages.ts';
import { atom } from 'nanostores';
import { staffTiming } from '#config/staff.ts';
import { createAction } from '#ui/kit/action.ts';
import * as api from './api.ts';
import { saveDraft, readSavedDraft } from './saved-draft.ts';
import { audienceOf, draftOf, nothingWritten, type ComposedMessage, withSegment } from './model.ts';

export type Loadable<T> =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; value: T };

/** The preview of the mail. While `reading` is true, it does not show the latest change yet. */
interface PreviewView {
  mail: MessagePreview | null;
  reading: boolean;
  failed: boolean;
}

export type Outcome = { state: 'tried'; email: string } | { state: 'refused'; code: ErrorCode };

/** `onSent` gets the message's id and whether the same text had already been sent to the same families. */
export function createComposer(onSent: (messageId: string, isDuplicate: boolean) => void) {
  const $message = atom<ComposedMessage>(nothingWritten);
  const $audiences = atom<Loadable<MessageAudiences>>({ state: 'none' });
  const $reach = atom<Loadable<MessageReach>>({ state: 'none' });
  const $preview = atom<PreviewView>({ mail: null, reading: false, failed: false });
  const { $running, $outcome, run } = createAction<Outcome, 'trying' | 'sending'>();
  /** An id belongs to one text, so a changed message gets a new id. */
  let sent: { id: string; words: string } | null = null;
  let latestCount = 0;
  let latestPreview = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function readAudiences(): Promise<void> {
    $audiences.set({ state: 'loading' });
    const answer = await api.fetchAudiences();
    $audiences.set(answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed' });
  }

  async function countRecipients(): Promise<void> {
    const audience = audienceOf($message.get());
    const ticket = ++latestCount;
    if (audience === null) {
      $reach.set({ state: 'none' });
      return;
    }
    $reach.set({ state: 'loading' });
    const answer = await api.fetchReach(audience, $message.get().kind);
    if (ticket === latestCount)
      $reach.set(answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed' });
  }

  async function renderPreview(): Promise<void> {
    const draft = draftOf($message.get());
    const ticket = ++latestPreview;
    if (draft === null) {
      $preview.set({ mail: null, reading: false, failed: false });
      return;
    }
    $preview.set({ ...$preview.get(), reading: true });
    const answer = await api.fetchPreview(draft);
    if (ticket !== latestPreview) return;
    $preview.set(
      answer.ok
        ? { mail: answer.value, reading: false, failed: false }
        : { ...$preview.get(), reading: false, failed: true },
    );
  }
  /** The preview is updated when typing pauses. */
  function schedulePreview(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void renderPreview(), staffTiming.PREVIEW_AFTER_MS);
  }

  function change(patch: Partial<ComposedMessage>): void {
    const previousMessage = $message.get();
    const next = patch.segment
      ? withSegment(previousMessage, patch.segment)
      : { ...previousMessage, ...patch };
    $message.set(next);
    saveDraft(next);
    $outcome.set(null);
    if (
      next.segment !== previousMessage.segment ||
      next.id !== previousMessage.id ||
      next.kind !== previousMessage.kind
    )
      void countRecipients();
    schedulePreview();
  }

  /** Starts the store when the form mounts. Returns a function that stops it. */
  function open(): () => void {
    $message.set(readSavedDraft() ?? nothingWritten);
    $outcome.set(null);
    void readAudiences();
    void countRecipients();
    void renderPreview();
    return () => clearTimeout(timer);
  }

  async function runAction(
    action: 'trying' | 'sending',
    work: (draft: MessageDraft) => Promise<Outcome | null>,
  ): Promise<void> {
    const draft = draftOf($message.get());
    if (draft !== null) await run(() => work(draft), action);
  }

  const sendTest = () =>
    runAction('trying', async (draft) => {
      const answer = await api.tryMessage(draft);
      return answer.ok
        ? { state: 'tried', email: answer.value.email }
        : { state: 'refused', code: answer.code };
    });

  const send = () =>
    runAction('sending', async (draft) => {
      const draftText = JSON.stringify(draft);
      if (sent?.words !== draftText) sent = { id: crypto.randomUUID(), words: draftText };
      const answer = await api.sendMessage(sent.id, draft);
      if (!answer.ok) return { state: 'refused', code: answer.code };
      saveDraft(null);
      $message.set(nothingWritten);
      onSent(answer.value.message_id, answer.value.already);
      return null;
    });

  return {
    $message,
    $audiences,
    $reach,
    $preview,
    $running,
    $outcome,
    open,
    change,
    readAudiences,
    countRecipients,
    renderPreview,
    sendTest,
    send,
  };
}
export type Composer = ReturnType<typeof createComposer>;
