import type { ErrorCode } from '#contract/errors.ts';
import type { ParentProfile, SaveProfile } from '#contract/family-people.ts';
import { atom } from 'nanostores';
import { readFamily } from '#api/family.ts';
import { errorText } from '#api/error-text.ts';
import { emptyPerson, type PersonTyped, readPeople } from '#domain/contact-person.ts';
import { typedOf } from '#domain/contact-messages.ts';
import { today } from '#domain/dates.ts';
import type { Theirs } from '#ui/family/sheet/Overwritten.tsx';
import { createSheet } from '#ui/family/sheet/sheet.ts';
import { sheetErrors } from '#ui/family/sheet/messages.ts';
import { readProfile, saveProfile } from '../api.ts';
import { profileMessages } from './messages.ts';
import { fieldOf, peopleIn, saveOf, theirsOf, valuesOf } from './model.ts';
import { stepFields } from './steps.ts';
import { type StepId } from './step-ids.ts';
import { isPeopleStep, type PeopleStep, stepPeople } from '#ui/family/sheet/people-steps.ts';

export type ProfileView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; profile: ParentProfile };

export interface StepNote {
  step: StepId;
  tone: 'calm' | 'bad';
  text: string;
}

/** A parent's own details, saved step by step. This browser saves drafts of text, but never of health or people. */
export function createProfile(userId: string) {
  const $view = atom<ProfileView>({ state: 'loading' });
  const $step = atom<StepId | null>(null);
  const $people = atom<readonly PersonTyped[]>([]);
  const $busy = atom(false);
  const $note = atom<StepNote | null>(null);
  /** What the other parent had just written and this save replaced. */
  const $theirs = atom<{ step: StepId; fields: readonly Theirs[] } | null>(null);
  const sheet = createSheet(`parent ${userId}`, () => today());

  async function open(): Promise<void> {
    $view.set({ state: 'loading' });
    const answer = await readProfile();
    if (answer.ok) take(answer.value);
    else $view.set({ state: 'failed', code: answer.code });
  }

  function take(profile: ParentProfile): void {
    $view.set({ state: 'ready', profile });
    sheet.open(valuesOf(profile));
  }

  const current = (): ParentProfile | null => {
    const view = $view.get();
    return view.state === 'ready' ? view.profile : null;
  };

  function go(step: StepId | null): void {
    const profile = current();
    if (!profile) return;
    sheet.$faults.set({});
    sheet.$refusals.set(0);
    $note.set(null);
    $step.set(step);
    if (step === null || !isPeopleStep(step)) return;
    const typed = peopleIn(profile, step).map(typedOf);
    $people.set(typed.length === 0 && step === 'people' ? [emptyPerson] : typed);
  }

  function setPeople(people: readonly PersonTyped[], ...mended: string[]): void {
    $people.set(people);
    sheet.mend(...mended);
  }

  /** The data that a step sends, or null if it has errors, which are then shown. */
  function bodyFor(step: StepId, profile: ParentProfile): SaveProfile | null {
    if (isPeopleStep(step)) return peopleBody(step, profile);
    const changes = sheet.changes(stepFields[step]);
    return changes && saveOf(step, changes, sheet.$saved.get(), profile);
  }

  function peopleBody(step: PeopleStep, profile: ParentProfile): SaveProfile | null {
    const group = stepPeople[step];
    const { people, faults } = readPeople($people.get(), group, step === 'people');
    if (Object.keys(faults).length > 0) {
      sheet.refuse(faults);
      return null;
    }
    return { [group]: people, seen: { [group]: [...peopleIn(profile, step)] } };
  }

  async function save(): Promise<void> {
    const [step, profile] = [$step.get(), current()];
    if (step === null || profile === null || $busy.get()) return;
    const body = bodyFor(step, profile);
    if (!body) return;
    if (Object.keys(body).length === 0) {
      go(null);
      return;
    }
    await send(step, body);
  }

  async function send(step: StepId, body: SaveProfile): Promise<void> {
    $busy.set(true);
    $note.set(null);
    const answer = await saveProfile(body);
    $busy.set(false);
    if (answer.ok) {
      done(step, answer.value);
      return;
    }
    if (answer.code === 'invalid_input' && answer.field !== undefined)
      sheet.refuse({ [fieldOf(answer.field)]: { kind: 'not_accepted' } });
    else $note.set({ step, tone: 'bad', text: await errorText(answer.code, sheetErrors) });
  }

  function done(step: StepId, profile: ParentProfile): void {
    const paths = stepFields[step].map(({ path }) => path);
    $view.set({ state: 'ready', profile });
    sheet.saved(valuesOf(profile), paths);
    $step.set(null);
    $note.set({ step, tone: 'calm', text: profileMessages.saved });
    const fields = theirsOf(profile.overwritten ?? []);
    $theirs.set(fields.length > 0 ? { step, fields } : null);
    // Other screens show names, phones and what is missing, so the family is read again.
    void readFamily();
  }

  /** Saves the other parent's values again. */
  async function bringBack(): Promise<void> {
    const theirs = $theirs.get();
    if (!theirs || $busy.get()) return;
    const texts = theirs.fields.filter(({ people }) => people === null);
    const lists = theirs.fields.filter(({ people }) => people !== null);
    const { seen: _seen, ...body } = saveTexts(
      Object.fromEntries(texts.map(({ field, text }) => [field, text ?? ''])),
    );
    $theirs.set(null);
    await send(theirs.step, {
      ...body,
      ...Object.fromEntries(lists.map(({ field, people }) => [field, [...(people ?? [])]])),
    });
  }
  const saveTexts = (values: Record<string, string>): SaveProfile => {
    const profile = current();
    return profile ? saveOf('you', values, {}, profile) : {};
  };

  return {
    ...{ $view, $step, $people, $busy, $note, $theirs, sheet },
    ...{ open, go, setPeople, save, bringBack },
    keepMine: () => $theirs.set(null),
  };
}
export type Profile = ReturnType<typeof createProfile>;
