import type { ErrorCode } from '#contract/errors.ts';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import { MoveChild } from '#contract/staff-moves.ts';
import { atom } from 'nanostores';
import type { Failure } from '#api/errors.ts';
import { errorText } from '#api/error-text.ts';
import { today } from '#domain/dates.ts';
import { checkFields } from '#ui/kit/form/check.ts';
import { fieldsOf, type Values } from '#ui/kit/form/field.ts';
import { createForm } from '#ui/kit/form/form.ts';
import * as api from '../api.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import { type BookedChild, isFull, moveMessages as words, moveRefusals } from './messages.ts';

export type Targets =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; items: readonly ScheduleItem[] };

export const reasonField = fieldsOf(MoveChild)('p_reason', 'text', words.reason, {
  required: true,
  autoComplete: 'off',
});

type Detail = Pick<ItemDetailsStore, 'showSaved'>;

/** Creates the store for moving a child between sessions or between camps (decisions "Moves by staff"). */
export function createMove(
  detail: Detail,
  from: ScheduleItem,
  child: BookedChild,
  onMoved: (done: string) => void,
) {
  const $targets = atom<Targets>({ state: 'loading' });
  // The request has an id, so sending it twice moves the child only once.
  const noteId = crypto.randomUUID();
  const targetOf = (id: string | undefined): ScheduleItem | undefined => {
    const targets = $targets.get();
    return targets.state === 'ready' ? targets.items.find((target) => target.id === id) : undefined;
  };

  async function read(): Promise<void> {
    const answer = await api.fetchMoveTargets(child.child_id, from.id);
    $targets.set(
      answer.ok ? { state: 'ready', items: answer.value.targets } : { state: 'failed', code: answer.code },
    );
  }

  const empty: Values = { p_to: '', p_reason: '' };
  const form = createForm(MoveChild, {
    empty,
    read(values) {
      const faults = checkFields([reasonField], values, today());
      if (!values['p_to']) faults['p_to'] = { kind: 'choose' };
      const body = { p_to: values['p_to'] ?? '', p_reason: (values['p_reason'] ?? '').trim() };
      return { faults, body: Object.keys(faults).length > 0 ? null : body };
    },
    async send({ p_to, p_reason }) {
      const to = targetOf(p_to);
      // A spot is added only if the list showed the session or camp as full.
      const isAdded = to !== undefined && isFull(to);
      const answer = await api.moveChild(noteId, child.child_id, from.id, p_to, isAdded, p_reason);
      return answer.ok ? { ok: true as const, value: { ...answer.value, to } } : answer;
    },
    onSent({ added, mailed, to, ...details }) {
      detail.showSaved(details);
      onMoved(words.done(child.name, to, added, mailed));
      return null;
    },
    async onRefused(failure: Failure) {
      await read();
      return { tone: 'bad' as const, text: await errorText(failure, moveRefusals) };
    },
  });

  return { $targets, form, read, targetOf };
}
export type Move = ReturnType<typeof createMove>;
