import type { JoinedWaitlist } from '#contract/waitlists.ts';
import { atom } from 'nanostores';
import type * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { today } from '#domain/dates.ts';
import { createFaults } from '#ui/people/faults.ts';
import { report } from '#browser/report.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import type { OwnFamily } from '#api/own-family.ts';
import { agesOf } from './ages.ts';
import { joinWaitlist } from './api.ts';
import { errorText } from './messages.ts';
import { checkForm, type Child, emptyChild, emptyForm, Form, MOST_CHILDREN } from './model.ts';
import type { Place } from './place.ts';

type Joined = v.InferOutput<typeof JoinedWaitlist>;

/** The waitlist form and its draft. `onJoined` is called once the entry is saved. */
export function createForm(place: Place, onJoined: (entry: Joined) => void) {
  const $form = atom<Form>(emptyForm);
  const { $faults, $refusals, reject, mend } = createFaults();
  const $problem = atom<{ text: string; bookable: boolean } | null>(null);
  const $busy = atom(false);
  const $family = atom<OwnFamily | null>(null);
  let saving: ReturnType<typeof setTimeout> | undefined;

  function restore(): void {
    const draft = readStored(storageKeys.waitlist, Form) ?? emptyForm;
    const known = place.offers.some(({ id }) => id === draft.offerId);
    $form.set({ ...draft, offerId: known ? draft.offerId : (place.offers[0]?.id ?? '') });
  }

  function know(family: OwnFamily): void {
    $family.set(family);
    const { name, email, phone, ...rest } = $form.get();
    const own = { name: name || family.name, email: email || family.email, phone: phone || family.phone };
    $form.set({ ...rest, ...own });
  }

  function set(next: Form): void {
    $form.set(next);
    clearTimeout(saving);
    saving = setTimeout(flush, timing.DRAFT_SAVE_MS);
  }

  /** Saves the draft at once, because the page may be about to close. */
  function flush(): void {
    clearTimeout(saving);
    saving = undefined;
    writeStored(storageKeys.waitlist, $form.get());
  }

  function type(key: 'name' | 'email' | 'phone' | 'offerId', value: string): void {
    set({ ...$form.get(), [key]: value });
    mend(key === 'offerId' ? 'offer_id' : `parent.${key}`);
  }

  function typeChild(index: number, patch: Partial<Child>): void {
    const children = $form.get().children.map((child, at) => (at === index ? { ...child, ...patch } : child));
    set({ ...$form.get(), children });
    if ('name' in patch) mend(`children[${index}].name`);
    if ('day' in patch || 'month' in patch || 'year' in patch) mend(`children[${index}].dob`);
  }

  function add(friend: boolean): void {
    const { children } = $form.get();
    if (children.length < MOST_CHILDREN) set({ ...$form.get(), children: [...children, emptyChild(friend)] });
  }

  function remove(index: number): void {
    set({ ...$form.get(), children: $form.get().children.filter((_, at) => at !== index) });
    $faults.set({});
  }

  async function submit(): Promise<void> {
    if ($busy.get()) return;
    $problem.set(null);
    const { faults, request } = checkForm($form.get(), place, today());
    if (!request) {
      reject(faults);
      return;
    }
    $faults.set({});
    $busy.set(true);
    const answer = await joinWaitlist(request);
    $busy.set(false);
    if (answer.ok) {
      clearTimeout(saving);
      forget(storageKeys.waitlist);
      onJoined(answer.value);
      return;
    }
    if (answer.code === 'unexpected') report('Nobody could join the waitlist');
    if (answer.code === 'age_not_allowed' && answer.field)
      reject({ [answer.field]: { kind: 'age_not_allowed', ...agesOf(answer) } });
    else if (answer.code === 'invalid_input' && answer.field && /^(parent|children\[)/.test(answer.field))
      reject({ [answer.field]: { kind: 'not_accepted' } });
    else $problem.set({ text: await errorText(answer.code), bookable: answer.code === 'place_free' });
  }

  return {
    $form,
    $faults,
    $refusals,
    $problem,
    $busy,
    $family,
    place,
    restore,
    know,
    flush,
    type,
    typeChild,
    add,
    remove,
    submit,
  };
}

export type WaitlistForm = ReturnType<typeof createForm>;
