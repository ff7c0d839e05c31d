import type { ErrorCode } from '#contract/errors.ts';
import type { ChildProfile, SaveChild } from '#contract/family-people.ts';
import { atom } from 'nanostores';
import { readFamily } from '#api/family.ts';
import { errorText } from '#api/error-text.ts';
import { emptyPerson, type PersonTyped, readPeople } from '#domain/contact-person.ts';
import { typedOf } from '#domain/contact-messages.ts';
import { today } from '#domain/dates.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Theirs } from '#ui/family/sheet/Overwritten.tsx';
import { createSheet } from '#ui/family/sheet/sheet.ts';
import { sheetErrors } from '#ui/family/sheet/messages.ts';
import { readChild } from '#api/child-profile.ts';
import * as api from './api.ts';
import { messages } from './messages.ts';
import { bodyOf, fieldOf, peopleIn, saveOf, theirsOf, valuesOf } from './model.ts';
import { addFields, stepFields } from './steps.ts';
import { type StepId } from './step-ids.ts';
import { isPeopleStep, type PeopleStep, stepPeople } from '#ui/family/sheet/people-steps.ts';

type ChildView =
  | { state: 'loading' }
  /** A new child is being added. */
  | { state: 'new' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; child: ChildProfile };

interface StepNote {
  step: StepId | 'add';
  tone: 'calm' | 'bad';
  text: string;
}

interface Hooks {
  /** Called after a child was added, with its name and the id for the address. */
  onAdded: (name: string, id: string) => void;
  onAddFailed: () => void;
}

/** A child's profile, saved step by step. This browser saves drafts of plain text, but never of health or people. */
export function createChild(id: string | null, { onAdded, onAddFailed }: Hooks) {
  const $view = atom<ChildView>(id === null ? { state: 'new' } : { state: 'loading' });
  const $step = atom<StepId | null>(null);
  const $people = atom<readonly PersonTyped[]>([]);
  const $busy = atom(false);
  const $note = atom<StepNote | null>(null);
  /** What the other parent had just written and this save replaced. */
  const $theirs = atom<{ step: StepId; fields: readonly Theirs[] } | null>(null);
  const sheet = createSheet(id === null ? 'new child' : `child ${id}`, () => today());

  async function open(): Promise<void> {
    if (id === null) {
      sheet.open({});
      return;
    }
    if (!isUuid(id)) {
      $view.set({ state: 'failed', code: 'child_not_found' });
      return;
    }
    $view.set({ state: 'loading' });
    const answer = await readChild(id);
    if (!answer.ok) {
      $view.set({ state: 'failed', code: answer.code });
      return;
    }
    $view.set({ state: 'ready', child: answer.value });
    sheet.open(valuesOf(answer.value));
  }

  const current = (): ChildProfile | null => {
    const view = $view.get();
    return view.state === 'ready' ? view.child : null;
  };

  function go(step: StepId | null): void {
    const child = current();
    if (!child) return;
    sheet.$faults.set({});
    sheet.$refusals.set(0);
    $note.set(null);
    $step.set(step);
    if (step === null || !isPeopleStep(step)) return;
    const typed = peopleIn(child, step).map(typedOf);
    $people.set(typed.length === 0 ? [emptyPerson] : typed);
  }

  function setPeople(people: readonly PersonTyped[], ...mended: string[]): void {
    $people.set(people);
    sheet.mend(...mended);
  }

  /** The data that a step sends, or null if it has errors, which are then shown. */
  function bodyFor(step: StepId, child: ChildProfile): SaveChild | null {
    if (isPeopleStep(step)) return peopleBody(step, child);
    const changes = sheet.changes(stepFields[step]);
    return changes && saveOf(changes, sheet.$saved.get(), child);
  }

  function peopleBody(step: PeopleStep, child: ChildProfile): SaveChild | null {
    const group = stepPeople[step];
    const { people, faults } = readPeople($people.get(), group, step === 'people');
    if (Object.keys(faults).length > 0) {
      sheet.refuse(faults);
      return null;
    }
    return { id: child.id, [group]: people, seen: { [group]: [...peopleIn(child, step)] } };
  }

  async function save(): Promise<void> {
    const [step, child] = [$step.get(), current()];
    if (step === null || child === null || $busy.get()) return;
    const body = bodyFor(step, child);
    if (!body) return;
    // With only the id in the body, nothing was changed.
    if (Object.keys(body).length === 1) go(null);
    else await send(step, body);
  }

  async function send(step: StepId, body: SaveChild): Promise<void> {
    $busy.set(true);
    $note.set(null);
    const answer = await api.saveChild(body);
    $busy.set(false);
    if (answer.ok) done(step, answer.value);
    else await refuse(step, answer);
  }

  async function refuse(step: StepNote['step'], { code, field }: { code: ErrorCode; field?: string }) {
    if (code === 'invalid_input' && field !== undefined)
      sheet.refuse({ [fieldOf(field)]: { kind: 'not_accepted' } });
    else $note.set({ step, tone: 'bad', text: await errorText(code, sheetErrors) });
  }

  function done(step: StepId, child: ChildProfile): void {
    $view.set({ state: 'ready', child });
    sheet.saved(
      valuesOf(child),
      stepFields[step].map(({ path }) => path),
    );
    $step.set(null);
    $note.set({ step, tone: 'calm', text: messages.saved });
    const fields = theirsOf(child.overwritten ?? []);
    $theirs.set(fields.length > 0 ? { step, fields } : null);
    void readFamily();
  }

  /** Saves the other parent's text again. */
  async function bringBack(): Promise<void> {
    const [theirs, child] = [$theirs.get(), current()];
    if (!theirs || !child || $busy.get()) return;
    const texts = theirs.fields.filter(({ people }) => people === null);
    const lists = theirs.fields.flatMap(({ field, people }) =>
      people ? [[field, [...people]] as const] : [],
    );
    $theirs.set(null);
    await send(theirs.step, {
      id: child.id,
      ...bodyOf(Object.fromEntries(texts.map(({ field, text }) => [field, text ?? '']))),
      ...Object.fromEntries(lists),
    });
  }

  async function add(): Promise<void> {
    const changes = sheet.changes(addFields);
    if (!changes || $busy.get()) return;
    $busy.set(true);
    $note.set(null);
    const answer = await api.saveChild(bodyOf(changes));
    $busy.set(false);
    if (!answer.ok) {
      onAddFailed();
      await refuse('add', answer);
      return;
    }
    sheet.saved({}, Object.keys(changes));
    await readFamily();
    onAdded(answer.value.name, answer.value.id);
  }

  /** Updates the loaded profile after a change of consents or photo, which are saved elsewhere on the page. */
  function amend(change: Partial<ChildProfile>): void {
    const child = current();
    if (child) $view.set({ state: 'ready', child: { ...child, ...change } });
  }

  return {
    ...{ id, $view, $step, $people, $busy, $note, $theirs, sheet },
    ...{ open, go, setPeople, save, add, bringBack, amend },
    keepMine: () => $theirs.set(null),
  };
}
export type Child = ReturnType<typeof createChild>;
