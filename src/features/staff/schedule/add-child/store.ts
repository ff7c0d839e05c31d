import { AddChild, type AddedChildPreview, type AddingWay } from '#contract/added-children.ts';
import type { DeskFamily } from '#contract/desk.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import { atom } from 'nanostores';
import { paths } from '#config/paths.ts';
import { findFamilies } from '#api/desk-families.ts';
import type { Failure } from '#api/errors.ts';
import { errorText } from '#api/error-text.ts';
import { today } from '#domain/dates.ts';
import { checkFields } from '#ui/kit/form/check.ts';
import { fieldsOf, type Values } from '#ui/kit/form/field.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { createSearchAfterTyping } from '#ui/staff/search-after-typing.ts';
import * as api from '../api.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import { addMessages as words, addRefusals } from './messages.ts';

export interface FoundChild {
  id: string;
  name: string;
  family: string;
  familyId: string;
  email: string | null;
}
export const childrenOf = (families: readonly DeskFamily[]): FoundChild[] =>
  families.flatMap(({ family_id, name, email, children }) =>
    children.map((child) => ({ id: child.id, name: child.name, family: name, familyId: family_id, email })),
  );

/** The result of adding a child. `sellPath` opens the desk, which can sell the spot that is held for the child. */
export interface AddedChild {
  text: string;
  sellPath: string | null;
}
/** Returns the address of the desk, which begins with this camp, family and child. */
export function sellPath({ kind, id }: ScheduleItem, child?: FoundChild): string {
  const query = new URLSearchParams({
    ...(kind === 'camp' && { camp: id }),
    ...(child && { family: child.familyId, child: child.id }),
  });
  return `${paths.sales}?${query.toString()}`;
}

export type Preview =
  | { state: 'none' | 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; preview: AddedChildPreview };

export const reasonField = fieldsOf(AddChild)('p_reason', 'text', words.reason, {
  required: true,
  autoComplete: 'off',
});
/** The name of the tick. It is not a field of the request's form, because it exists only for some children. */
export const AGE = 'p_allows_age';

const wayOf = (values: Values): AddingWay | null =>
  values['p_way'] === 'free' || values['p_way'] === 'credit' || values['p_way'] === 'offer'
    ? values['p_way']
    : null;

/**
 * Creates the store with which staff choose a child, see what adding it does, and add it (decisions "Adding a child").
 */
export function createAddChild(
  detail: Pick<ItemDetailsStore, 'showSaved'>,
  item: ScheduleItem,
  onAdded: (done: AddedChild) => void,
) {
  const { $search, $found, search } = createSearchAfterTyping(findFamilies, (text) => text.trim().length > 1);
  const $child = atom<FoundChild | null>(null);
  const $preview = atom<Preview>({ state: 'none' });
  // The request has an id, so sending it twice adds the child only once.
  let noteId = crypto.randomUUID();

  function chooseChild(child: FoundChild | null): void {
    $child.set(child);
    $preview.set({ state: 'none' });
    noteId = crypto.randomUUID();
    // Adding another child has other consequences, so the way is chosen again.
    form.change(empty);
    form.clearErrors();
    if (child === null) search('');
  }

  let latestPreview = 0;
  async function readPreview(): Promise<void> {
    const [child, way] = [$child.get(), wayOf(form.$values.get())];
    if (child === null || way === null) return;
    const request = ++latestPreview;
    $preview.set({ state: 'loading' });
    const answer = await api.previewAddedChild(child.id, item.id, way);
    if (request !== latestPreview) return;
    $preview.set(
      answer.ok ? { state: 'ready', preview: answer.value } : { state: 'failed', code: answer.code },
    );
  }
  function chooseWay(way: AddingWay): void {
    form.change({ p_way: way, [AGE]: '' });
    void readPreview();
  }

  const needsAge = (): boolean => {
    const preview = $preview.get();
    return preview.state === 'ready' && preview.preview.age !== null;
  };

  const empty: Values = { p_way: '', p_reason: '', [AGE]: '' };
  const form = createForm(AddChild, {
    empty,
    read(values) {
      const way = wayOf(values);
      const preview = $preview.get();
      const faults = checkFields([reasonField], values, today());
      if (way === null) faults['p_way'] = { kind: 'choose' };
      if (needsAge() && values[AGE] !== 'true') faults[AGE] = { kind: 'choose' };
      const isReady = way !== null && preview.state === 'ready' && Object.keys(faults).length === 0;
      return { faults, body: isReady ? { p_way: way, p_reason: (values['p_reason'] ?? '').trim() } : null };
    },
    async send({ p_way: way, p_reason: reason }) {
      const [child, preview] = [$child.get(), $preview.get()];
      if (child === null || preview.state !== 'ready') throw new Error('no child was chosen');
      const answer = await api.addChild({
        noteId,
        childId: child.id,
        placeId: item.id,
        way,
        // A spot is added only if the preview said so.
        capacity: preview.preview.added ? preview.preview.capacity : null,
        allowsAge: form.$values.get()[AGE] === 'true',
        reason,
      });
      return answer.ok ? { ok: true as const, value: { ...answer.value, child, way } } : answer;
    },
    onSent({ added, expires_at: until, child, way, mailed: _mailed, ...details }) {
      detail.showSaved(details);
      onAdded({
        text: words.done(child.name, way, added, until),
        sellPath: way === 'offer' ? sellPath(item, child) : null,
      });
      return null;
    },
    async onRefused({ code }: Failure) {
      await readPreview();
      return { tone: 'bad' as const, text: await errorText(code, addRefusals) };
    },
  });

  return { $search, $found, search, $child, $preview, chooseChild, chooseWay, readPreview, form };
}
export type AddChildStore = ReturnType<typeof createAddChild>;
