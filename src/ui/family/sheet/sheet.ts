import { atom } from 'nanostores';
import type * as v from 'valibot';
import { type ContactPerson, emptyPerson, type PersonTyped, readPeople } from '#domain/contact-person.ts';
import { typedOf } from '#domain/contact-messages.ts';
import { today } from '#domain/dates.ts';
import type { Faults } from '#domain/fault.ts';
import { checkFields } from '../../kit/form/check.ts';
import type { FormField, Values } from '../../kit/form/field.ts';
import { createForm } from '../../kit/form/form.ts';
import { profileDraft } from './draft.ts';
import { sheetMessages } from './messages.ts';
import type { OtherVersion } from './OverwriteNotice.tsx';
import { isPeopleStep, type PeopleStep, stepPeople } from './people-steps.ts';

interface Failed<Code> {
  ok: false;
  code: Code;
  field?: string;
}
type Answer<Profile, Code> = { ok: true; value: Profile } | Failed<Code>;

type SheetView<Profile, Code> =
  | { state: 'loading' }
  | { state: 'failed'; code: Code }
  | { state: 'ready'; profile: Profile };

interface StepNote<Step> {
  step: Step;
  tone: 'calm' | 'bad';
  text: string;
}

interface Rules<Schema extends v.GenericSchema, Profile, Step extends string, Code extends string> {
  draft: string;
  fields: Record<Step, readonly FormField[]>;
  read: () => Promise<Answer<Profile, Code>>;
  save: (body: v.InferInput<Schema>) => Promise<Answer<Profile, Code>>;
  onSaved: () => void;
  refusedText: (code: Code) => Promise<string>;
  valuesOf: (profile: Profile) => Values;
  bodyOf: (values: Values) => v.InferInput<Schema>;
  saveOf: (step: Step, changes: Values, before: Values, profile: Profile) => v.InferInput<Schema>;
  /** Returns the values that every request contains, even if nothing was changed. */
  idOf: (profile: Profile) => object;
  peopleIn: (profile: Profile, step: PeopleStep) => readonly ContactPerson[];
  /** The lists that begin with an empty row. */
  rows: readonly PeopleStep[];
  /** Returns the field of the form for a field of the request. */
  fieldOf: (path: string) => string;
  theirsOf: (profile: Profile) => OtherVersion[];
}

/**
 * Creates the store of a sheet. It sends only changed values, together with the values that were read. So two parents
 * who edit at the same time see each other's changes. Drafts never contain health or contacts.
 */
export function createSheet<
  Schema extends v.GenericSchema,
  Profile,
  Step extends string,
  Code extends string,
>(schema: Schema, rules: Rules<Schema, Profile, Step, Code>) {
  type Body = v.InferInput<Schema>;
  const $view = atom<SheetView<Profile, Code>>({ state: 'loading' });
  const $step = atom<Step | null>(null);
  const $people = atom<readonly PersonTyped[]>([]);
  /** The values that the other parent had just written, and that this save replaced. */
  const $otherVersion = atom<{ step: Step; fields: readonly OtherVersion[] } | null>(null);
  /** The step that is being saved. The other parent's values may be restored after the step was closed. */
  let sent: Step;
  const form = createForm<Schema, Values, Profile, Failed<Code>, StepNote<Step>>(schema, {
    empty: {},
    draft: profileDraft(rules.draft),
    read,
    onUnchanged: () => go(null),
    send: rules.save,
    onSent: closeStep,
    onRefused: async ({ code }) => ({ step: sent, tone: 'bad', text: await rules.refusedText(code) }),
    // The form has no fields for the values before editing.
    fieldOf: (path) => (path.startsWith('original') ? null : rules.fieldOf(path)),
  });

  async function open(): Promise<void> {
    $view.set({ state: 'loading' });
    const answer = await rules.read();
    if (!answer.ok) {
      $view.set({ state: 'failed', code: answer.code });
      return;
    }
    $view.set({ state: 'ready', profile: answer.value });
    form.open(rules.valuesOf(answer.value));
  }

  const readProfile = (): Profile | null => {
    const view = $view.get();
    return view.state === 'ready' ? view.profile : null;
  };

  function go(step: Step | null): void {
    const profile = readProfile();
    if (!profile) return;
    form.clearErrors();
    $step.set(step);
    if (step === null || !isPeopleStep(step)) return;
    const typed = rules.peopleIn(profile, step).map(typedOf);
    $people.set(typed.length === 0 && rules.rows.includes(step) ? [emptyPerson] : typed);
  }

  function setPeople(people: readonly PersonTyped[], ...mended: string[]): void {
    $people.set(people);
    form.clearFaults(...mended);
  }

  function read(values: Values, typed: Partial<Values>): { faults: Faults; body: Body | null } {
    const [step, profile] = [$step.get(), readProfile()];
    if (step === null || profile === null) return { faults: {}, body: null };
    sent = step;
    const { faults, body } = isPeopleStep(step) ? readList(step, profile) : readStep(step, profile);
    const isSame = Object.keys(body).length === Object.keys(rules.idOf(profile)).length;
    return { faults, body: isSame ? null : body };

    function readStep(of: Step, before: Profile) {
      const fields = rules.fields[of];
      const changes = Object.entries(typed).filter(([path]) => fields.some((field) => field.path === path));
      return {
        faults: checkFields(fields, values, today()),
        body: rules.saveOf(of, Object.fromEntries(changes) as Values, form.$saved.get(), before) as object,
      };
    }
  }

  function readList(step: PeopleStep, profile: Profile) {
    const group = stepPeople[step];
    const { people, faults } = readPeople($people.get(), group, step === 'people');
    const original = { [group]: [...rules.peopleIn(profile, step)] };
    return { faults, body: { ...rules.idOf(profile), [group]: people, original } as object };
  }

  function closeStep(profile: Profile): StepNote<Step> {
    $view.set({ state: 'ready', profile });
    form.saved(
      rules.valuesOf(profile),
      rules.fields[sent].map(({ path }) => path),
    );
    $step.set(null);
    const fields = rules.theirsOf(profile);
    $otherVersion.set(fields.length > 0 ? { step: sent, fields } : null);
    rules.onSaved();
    return { step: sent, tone: 'calm', text: sheetMessages.saved };
  }

  async function save(): Promise<void> {
    if ($step.get() !== null) await form.submit();
  }

  async function bringBack(): Promise<void> {
    const [theirs, profile] = [$otherVersion.get(), readProfile()];
    if (!theirs || !profile || form.$busy.get()) return;
    const texts = theirs.fields.filter(({ people }) => people === null);
    const lists = theirs.fields.flatMap(({ field, people }) =>
      people ? [[field, [...people]] as const] : [],
    );
    $otherVersion.set(null);
    sent = theirs.step;
    await form.send({
      ...rules.idOf(profile),
      ...(rules.bodyOf(Object.fromEntries(texts.map(({ field, text }) => [field, text ?? '']))) as object),
      ...Object.fromEntries(lists),
    });
  }

  /** Updates the loaded profile after a change that another part of the page has saved. */
  function updateProfile(change: Partial<Profile>): void {
    const profile = readProfile();
    if (profile) $view.set({ state: 'ready', profile: { ...profile, ...change } });
  }

  return {
    form,
    $view,
    $step,
    $people,
    $otherVersion,
    $busy: form.$busy,
    $note: form.$outcome,
    open,
    go,
    setPeople,
    save,
    bringBack,
    amend: updateProfile,
    keepOwnVersion: () => $otherVersion.set(null),
  };
}
