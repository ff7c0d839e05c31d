import { type JoinedWaitlist, WaitlistRequest } from '#contract/waitlists.ts';
import { atom } from 'nanostores';
import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { today } from '#domain/dates.ts';
import type { Failure } from '#api/errors.ts';
import type { OwnFamily } from '#api/own-family.ts';
import { report } from '#browser/report.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { agesOf } from './ages.ts';
import { joinWaitlist } from './api.ts';
import { errorText } from './messages.ts';
import { checkForm, type Child, emptyChild, emptyForm, Form, MOST_CHILDREN } from './model.ts';
import type { Place } from './place.ts';

/** What was typed. */
const Draft = v.partial(Form);

interface Problem {
  text: string;
  bookable: boolean;
}

/** The waitlist form and its draft. `onJoined` is called once the entry is saved. */
export function createJoinForm(
  place: Place,
  onJoined: (entry: v.InferOutput<typeof JoinedWaitlist>) => void,
) {
  const $family = atom<OwnFamily | null>(null);
  const form = createForm(WaitlistRequest, {
    empty: { ...emptyForm, offerId: place.offers[0]?.id ?? '' },
    draft: {
      read: () => {
        const { offerId, ...draft } = readStored(storageKeys.waitlist, Draft) ?? {};
        const offer = place.offers.find(({ id }) => id === offerId);
        return { ...draft, ...(offer && { offerId: offer.id }) };
      },
      write: (typed) =>
        Object.keys(typed).length > 0
          ? writeStored(storageKeys.waitlist, typed)
          : forget(storageKeys.waitlist),
    },
    read: (values) => checkForm(values, place, today()),
    send: joinWaitlist,
    onSent: (entry): Problem | null => {
      form.saved(form.$values.get());
      onJoined(entry);
      return null;
    },
    onRefused: async ({ code }): Promise<Problem> => {
      if (code === 'unexpected') report('Nobody could join the waitlist');
      return { text: await errorText(code), bookable: code === 'place_free' };
    },
    fieldOf: (path) => (/^(parent|children\[)/.test(path) ? path : null),
    faultOf: (refusal: Failure) => {
      if (refusal.code === 'age_not_allowed') return { kind: 'age_not_allowed', ...agesOf(refusal) };
      return refusal.code === 'invalid_input' ? { kind: 'not_accepted' } : null;
    },
  });
  const { $values, change } = form;

  /** Fills in what nobody has typed yet. */
  function know(family: OwnFamily): void {
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
    if (children.length < MOST_CHILDREN) change({ children: [...children, emptyChild(friend)] });
  }

  function remove(index: number): void {
    change({ children: $values.get().children.filter((_, at) => at !== index) });
    form.$faults.set({});
  }

  return { ...form, $family, place, know, type, typeChild, add, remove };
}

export type JoinForm = ReturnType<typeof createJoinForm>;
