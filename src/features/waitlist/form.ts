import type { JoinedWaitlist } from '#contract/waitlists.ts';
import { atom } from 'nanostores';
import * as v from 'valibot';
import * as rareKeys from '#config/rare-storage-keys.ts';
import { today } from '#domain/dates.ts';
import type { Failure } from '#api/errors.ts';
import type { OwnFamily } from '#api/own-family.ts';
import { LoadError, withLoadError } from '#browser/load-error.ts';
import { report } from '#browser/report.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import { createFormStore } from '#ui/kit/form/store.ts';
import { agesOf } from './ages.ts';
import { joinWaitlist } from './api.ts';
import { errorText } from './messages.ts';
import { type Child, emptyChild, emptyForm, fieldOf, Form, MAX_CHILDREN } from './model.ts';
import type { ScheduleItem } from './place.ts';

const loadCheck = withLoadError(() => import('./check.ts'));
const Draft = v.partial(Form);

interface Problem {
  text: string;
  bookable: boolean;
}

export function createJoinForm(
  place: ScheduleItem,
  onJoined: (entry: v.InferOutput<typeof JoinedWaitlist>) => void,
) {
  const $family = atom<OwnFamily | null>(null);
  const form = createFormStore({
    empty: { ...emptyForm, offerId: place.offers[0]?.id ?? '' },
    draft: {
      read: () => {
        const { offerId, ...draft } = readStored(rareKeys.waitlist, Draft) ?? {};
        const offer = place.offers.find(({ id }) => id === offerId);
        return { ...draft, ...(offer && { offerId: offer.id }) };
      },
      write: (typedValues) =>
        Object.keys(typedValues).length > 0
          ? writeStored(rareKeys.waitlist, typedValues)
          : forget(rareKeys.waitlist),
    },
    read: async (values) => (await loadCheck()).checkForm(values, place, today()),
    send: joinWaitlist,
    onSent: (entry): null => {
      form.saved(form.$values.get());
      onJoined(entry);
      return null;
    },
    onRefused: async ({ code }): Promise<Problem> => {
      if (code === 'unexpected') report('Nobody could join the waitlist');
      return { text: await errorText(code), bookable: code === 'place_free' };
    },
    fieldOf,
    faultOf: (refusal: Failure) => {
      if (refusal.code === 'age_not_allowed') return { kind: 'age_not_allowed', ...agesOf(refusal) };
      return refusal.code === 'invalid_input' ? { kind: 'not_accepted' } : null;
    },
  });
  const { $values } = form;

  function change(patch: Partial<Form>, ...fields: string[]): void {
    // If the checks fail to load, the parent sees it when sending the form.
    loadCheck().catch(() => undefined);
    form.change(patch, ...fields);
  }

  async function submit(): Promise<void> {
    try {
      await form.submit();
    } catch (error) {
      if (!(error instanceof LoadError)) throw error;
      form.$outcome.set({ text: await errorText('unexpected'), bookable: false });
    }
  }

  function fillFrom(family: OwnFamily): void {
    $family.set(family);
    const { name, email, phone } = family;
    form.open({ ...form.$saved.get(), name, email, phone });
  }

  const type = (key: 'name' | 'email' | 'phone' | 'offerId', value: string): void =>
    change({ [key]: value }, key === 'offerId' ? 'offer_id' : `parent.${key}`);

  function typeChild(index: number, patch: Partial<Child>): void {
    const children = $values
      .get()
      .children.map((child, at) => (at === index ? { ...child, ...patch } : child));
    const isDate = 'day' in patch || 'month' in patch || 'year' in patch;
    change(
      { children },
      ...('name' in patch ? [`children[${index}].name`] : []),
      ...(isDate ? [`children[${index}].dob`] : []),
    );
  }

  function add(friend: boolean): void {
    const { children } = $values.get();
    if (children.length < MAX_CHILDREN) change({ children: [...children, emptyChild(friend)] });
  }

  function remove(index: number): void {
    change({ children: $values.get().children.filter((_, at) => at !== index) });
    form.$faults.set({});
  }

  return { ...form, $family, place, fillFrom, type, typeChild, add, remove, submit };
}

export type JoinForm = ReturnType<typeof createJoinForm>;
