import type { ErrorCode } from '#contract/errors.ts';
import type { ChildProfile } from '#contract/family-people.ts';
import type { FamilyPage, StaffFamily } from '#contract/management-families.ts';
import { atom } from 'nanostores';
import { createOpened } from '#ui/staff/opened.ts';
import { readChild } from '#api/child-profile.ts';
import * as api from './api.ts';

/** `looked`: health information was read, and the page says that this was logged. */
export type End =
  | { state: 'done'; what: 'noted' | 'removed' | 'looked' }
  | { state: 'refused'; code: ErrorCode };

/** Health information of one child or parent, discarded when the page closes. */
export type Told = { of: 'child'; told: ChildProfile } | { of: 'parent'; told: api.ParentInformed };

/** The family that the address names, its notes, and its health information on request. */
export function createFamily(onRead: (family: StaffFamily) => void) {
  const opened = createOpened<FamilyPage, ErrorCode, End>({
    name: 'family',
    read: api.fetchFamily,
    onRead: ({ family }) => onRead(family),
  });
  const $told = atom<ReadonlyMap<string, Told>>(new Map());
  let shown: string | null = null;
  opened.$view.listen((view) => {
    const id = view.state === 'closed' ? null : view.id;
    if (id !== shown) $told.set(new Map());
    shown = id;
  });

  const keep = (id: string, told: Told) => $told.set(new Map([...$told.get(), [id, told]]));

  const lookAtChild = (childId: string) =>
    opened.act(async () => {
      const answer = await readChild(childId);
      if (!answer.ok) return { state: 'refused', code: answer.code };
      keep(childId, { of: 'child', told: answer.value });
      return { state: 'done', what: 'looked' };
    });
  const lookAtParent = (profileId: string) =>
    opened.act(async () => {
      const answer = await api.fetchParent(profileId);
      if (!answer.ok) return { state: 'refused', code: answer.code };
      keep(profileId, { of: 'parent', told: answer.value });
      return { state: 'done', what: 'looked' };
    });
  const hide = (id: string) => $told.set(new Map([...$told.get()].filter(([other]) => other !== id)));

  /** `id` is created when writing begins, so that sending twice creates one note. */
  const note = (id: string, childId: string | null, text: string) =>
    opened.act(async ({ family }) => {
      const answer = await api.writeNote(id, family.family_id, childId, text);
      return answer.ok ? { state: 'done', what: 'noted' } : { state: 'refused', code: answer.code };
    });
  const removeNote = (id: string) =>
    opened.act(async () => {
      const answer = await api.removeNote(id);
      return answer.ok ? { state: 'done', what: 'removed' } : { state: 'refused', code: answer.code };
    });

  return { ...opened, $told, lookAtChild, lookAtParent, hide, note, removeNote };
}
export type Family = ReturnType<typeof createFamily>;
