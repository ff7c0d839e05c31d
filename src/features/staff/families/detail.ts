import type { ErrorCode } from '#contract/errors.ts';
import type { FamilyContact, StaffChildProfile } from '#contract/family-child.ts';
import type { StaffFirstAidRow } from '#contract/first-aid.ts';
import type { FamilyPage, StaffFamily } from '#contract/management-families.ts';
import { atom } from 'nanostores';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';
import { fetchContacts } from './phone-api.ts';
import { bookClass, type Change, type MakeChange, type Send } from './changes.ts';

/** `looked` means that health information was read. The page then says that this was logged. */
export type Outcome =
  | { state: 'done'; what: 'noted' | 'removed' | 'looked' | 'distinct' | 'similar' }
  | { state: 'done'; what: 'changed'; message: string }
  | { state: 'refused'; code: ErrorCode };

/** The health information that is open. It is discarded when the page closes. */
export type ShownHealth =
  | { of: 'child'; details: StaffChildProfile }
  | { of: 'first_aid'; details: StaffFirstAidRow[] }
  | { of: 'parent'; details: api.ParentInformed };

/** Returns the key of a child's first aid, which is opened and hidden separately from its health. */
export const firstAidKey = (childId: string) => `first-aid-${childId}`;

/** The store reads the family that the address names, and its health information on request. */
export function createFamilyDetailsStore(onRead: (family: StaffFamily) => void) {
  const detail = createDetail<FamilyPage, ErrorCode, Outcome>({
    name: 'family',
    read: api.fetchFamily,
    onRead: ({ family }) => onRead(family),
  });
  const $health = atom<ReadonlyMap<string, ShownHealth>>(new Map());
  /** The emergency contacts, once they were opened. */
  const $contacts = atom<readonly FamilyContact[] | null>(null);
  const $change = atom<Change | null>(null);
  let shownId: string | null = null;
  detail.$view.listen((view) => {
    const id = view.state === 'closed' ? null : view.id;
    if (id !== shownId) {
      $health.set(new Map());
      $contacts.set(null);
      $change.set(null);
    }
    shownId = id;
  });

  const showHealth = (id: string, details: ShownHealth) =>
    $health.set(new Map([...$health.get(), [id, details]]));

  const readChildHealth = (childId: string) =>
    detail.act(async () =>
      outcomeOf(await api.fetchChild(childId), (details) => {
        showHealth(childId, { of: 'child', details });
        return { state: 'done', what: 'looked' };
      }),
    );
  const readFirstAid = (childId: string) =>
    detail.act(async () =>
      outcomeOf(await api.fetchFirstAid(childId), (details) => {
        showHealth(firstAidKey(childId), { of: 'first_aid', details });
        return { state: 'done', what: 'looked' };
      }),
    );
  const readParentHealth = (profileId: string) =>
    detail.act(async () =>
      outcomeOf(await api.fetchParent(profileId), (details) => {
        showHealth(profileId, { of: 'parent', details });
        return { state: 'done', what: 'looked' };
      }),
    );
  const readContacts = () =>
    detail.act(async ({ family }) =>
      outcomeOf(await fetchContacts(family.family_id), (contacts) => {
        $contacts.set(contacts);
        return { state: 'done', what: 'looked' };
      }),
    );
  const hideHealth = (id: string) =>
    $health.set(new Map([...$health.get()].filter(([other]) => other !== id)));

  /** Saves a note. Its `id` is created when staff begin to write, so sending it twice creates only one note. */
  const writeNote = (id: string, childId: string | null, text: string) =>
    detail.act(async ({ family }) =>
      outcomeOf(await api.writeNote(id, family.family_id, childId, text), () => ({
        state: 'done',
        what: 'noted',
      })),
    );
  const removeNote = (id: string) =>
    detail.act(async () => outcomeOf(await api.removeNote(id), () => ({ state: 'done', what: 'removed' })));

  /** Records whether another family is the same. Nothing is merged. */
  const setDistinct = (otherId: string, distinct: boolean) =>
    detail.act(async ({ family }) =>
      outcomeOf(await api.setDistinct(family.family_id, otherId, distinct), () => ({
        state: 'done',
        what: distinct ? 'distinct' : 'similar',
      })),
    );

  /** Returns the answer for the form, or null if another action of the page is running. */
  const send: Send = async (request, messageOf) => {
    const answers: Awaited<ReturnType<typeof request>>[] = [];
    await detail.act(async () => {
      const answer = await request();
      answers.push(answer);
      // A saved list has new ids, so the contacts are read again before the next correction.
      if (answer.ok || answer.code === 'changed_meanwhile') $contacts.set(null);
      return outcomeOf(answer, (value) => ({ state: 'done', what: 'changed', message: messageOf(value) }));
    });
    return answers[0] ?? null;
  };
  const leaveChange = () => $change.set(null);
  function openChange(make: MakeChange): void {
    detail.$outcome.set(null);
    $change.set(make(send, leaveChange));
  }

  /** Opens the form for booking a class. Its choices are the classes, so they are read first. */
  async function openBooking(child: FamilyPage['children'][number], familyId: string): Promise<void> {
    const answer = await api.fetchSessions(familyId);
    if (answer.ok) openChange(bookClass(child, answer.value));
    else detail.$outcome.set({ state: 'refused', code: answer.code });
  }

  return {
    ...detail,
    openBooking,
    $health,
    $change,
    openChange,
    leaveChange,
    readChildHealth,
    readFirstAid,
    readParentHealth,
    $contacts,
    readContacts,
    hideHealth,
    writeNote,
    removeNote,
    setDistinct,
  };
}
export type FamilyDetailsStore = ReturnType<typeof createFamilyDetailsStore>;
