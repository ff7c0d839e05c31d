import type { CheckoutDetails } from '#contract/order-requests.ts';
import { MAX_PEOPLE } from '#contract/contact.ts';
import type { Collector } from '#contract/orders.ts';
import { atom } from 'nanostores';
import { storageKeys } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import type { PersonTyped } from '#domain/contact-person.ts';
import { type CheckedForm, createFormState } from '#ui/kit/form/state.ts';
import { waitForRelease } from '#browser/pointer-release.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import type { OwnFamily } from '#api/own-family.ts';
import type { Rules } from './check.ts';
import { atHome, forgetGuest, readGuest } from './guest.ts';
import {
  type Child,
  emptyChild,
  noPrivateDetails,
  emptyForm,
  emptyHealth,
  Form,
  type Health,
  type AnswersOnRecord,
  MAX_CHILDREN,
  type Purpose,
  type RecordedAnswer,
  type Values,
} from './model.ts';
import { withQuiz } from './children/quiz.ts';
import { sharePart } from '../purchase/subject.ts';

export type Terms = Rules;

/** Creates the form. Its draft never contains health, pickup or signature (decisions "What the browser remembers"). */
export function createForm(terms: () => Terms, now: () => number = Date.now) {
  /** True if the form was filled in with a guest's details that this browser had saved. */
  const $known = atom(false);
  const $family = atom<OwnFamily | null>(null);
  /** The answers on record. Null once the parent says that something has changed. */
  const $onRecord = atom<AnswersOnRecord | null>(null);
  let lastInput = 0;
  const read = async (values: Values): Promise<CheckedForm<CheckoutDetails>> => {
    // The checks load only once something has been typed.
    const { checkForm } = await import('./check.ts');
    const { faults, details } = checkForm(values, values, terms(), $onRecord.get());
    return { faults, body: details };
  };
  const state = createFormState({
    empty: { ...emptyForm, ...noPrivateDetails },
    draft: { write: () => writeStored(storageKeys.draft, storedPart($values.get())) },
    read,
  });
  /**
   * `$isRestored` is set only after the family's record was read, because the record may have the answers that are
   * never saved.
   */
  const { $values, $faults, $isRestored, fill, flush } = state;

  /**
   * Fills the form. If the subject is another one than before, the form starts with the saved details. Those of a
   * waitlist entry come last, because its children may differ. Returns the key of the draft that it continues.
   */
  function restore(
    subjectKey: string,
    waiting: readonly Child[] = [],
    parent: Partial<Form> = {},
  ): string | null {
    const draft = readStored(storageKeys.draft, Form);
    const guest = readGuest();
    $known.set(!draft && guest !== null);
    // Something was added to the basket or removed, so the details stay. The children may not go to it.
    if (draft && sharePart(draft.of, subjectKey)) {
      fill({ ...emptyForm, ...draft, of: subjectKey });
      return draft.of;
    }
    const before = draft
      ? { ...draft, transport: '', consents: {}, givenAnswers: [] }
      : guest && { ...guest, keep: true };
    const form: Form = { ...emptyForm, ...before, of: subjectKey };
    const children = waiting.length > 0 ? waiting : form.children.slice(0, 1);
    const next = { ...form, ...parent, children: children.map(atHome) };
    fill(!draft && waiting.length === 0 ? withQuiz(next) : next);
    return null;
  }

  function change(patch: Partial<Values>, ...correctedFields: string[]): void {
    lastInput = now();
    state.change(patch, ...correctedFields);
  }

  const type = (patch: Partial<Form>): void =>
    change(patch, ...correctedBy.filter(([key]) => key in patch).map(([, field]) => field));

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

  function setChildren(children: readonly Child[], health: readonly Health[] = $values.get().health): void {
    $faults.set({});
    change({ children: children.slice(0, MAX_CHILDREN), health: [...health] });
  }

  /** Keeps these children after the basket has changed. */
  function keepFor(subjectKey: string, children: readonly Child[], health: readonly Health[]): void {
    change({ of: subjectKey });
    setChildren(children, health);
  }

  function addChild(skips: readonly string[] = []): void {
    const { children } = $values.get();
    const next = readGuest()?.children.find(({ name }) => children.every((child) => child.name !== name));
    setChildren([
      ...children,
      { ...(next ?? emptyChild), ...(skips.length > 0 ? { skips: [...skips] } : {}) },
    ]);
  }

  function insertChild(index: number, child: Child, health: Health): void {
    const { children } = $values.get();
    setChildren(children.toSpliced(index, 0, child), healthOfAll().toSpliced(index, 0, health));
  }

  function removeChild(index: number): void {
    const { children } = $values.get();
    const isKept = (_: unknown, at: number) => at !== index;
    setChildren(children.filter(isKept), healthOfAll().filter(isKept));
  }

  function healthOfAll(): Health[] {
    const { children, health } = $values.get();
    return children.map((_, index) => health[index] ?? emptyHealth);
  }

  /** Records in the draft that an answer was given, but never the answer itself. */
  function recordAnswer(
    answer: RecordedAnswer,
    isGiven: boolean,
    patch: Partial<Values>,
    ...correctedFields: string[]
  ): void {
    const { givenAnswers = [] } = $values.get();
    const otherAnswers = givenAnswers.filter((givenAnswer) => givenAnswer !== answer);
    change(
      { ...patch, givenAnswers: isGiven ? [...otherAnswers, answer] : otherAnswers },
      ...correctedFields,
    );
  }

  /** Records whether the answers on the family's record are still correct. */
  function confirmRecord(isUnchanged: boolean): void {
    const onRecord = $onRecord.get();
    $onRecord.set(onRecord && { ...onRecord, signed: isUnchanged });
    recordAnswer('unchanged', isUnchanged, {}, 'unchanged');
  }

  function askAll(): void {
    $onRecord.set(null);
    recordAnswer('unchanged', false, {});
  }

  function tick(purpose: Purpose, version: number | undefined): void {
    const { [purpose]: _before, ...others } = $values.get().consents;
    change(
      { consents: version === undefined ? others : { ...others, [purpose]: version } },
      `consents.${purpose}`,
    );
  }

  const changeHealth = (index: number, patch: Partial<Health>): void =>
    recordAnswer(
      'health',
      true,
      { health: healthOfAll().map((health, at) => (at === index ? { ...health, ...patch } : health)) },
      ...['health', 'allergies', 'medical_conditions'].map((field) => `children[${index}].${field}`),
    );

  const setPickup = (people: readonly PersonTyped[], ...correctedFields: string[]): void =>
    recordAnswer(
      'pickup',
      people.length > 0,
      { pickup: people.slice(0, MAX_PEOPLE), pickupChanged: true },
      ...correctedFields,
    );

  /**
   * Fills in the collectors that are stored with the order, unless the parent has already changed them on this page.
   */
  function recallCollectors(collectors: readonly Collector[] | null | undefined): void {
    if ($values.get().pickupChanged || !collectors?.length) return;
    fill({
      pickup: collectors.map(({ name, relationship, phone }) => ({
        name,
        relationship: relationship ?? '',
        phone: phone ?? '',
      })),
    });
  }

  const sign = (signature: string): void => recordAnswer('signed', signature !== '', { signature });

  /** Checks a field when the parent leaves it, if something was typed. */
  async function checkLeftField(id: string): Promise<void> {
    // If the device is offline, the checks may fail to load. Pressing Pay checks again.
    const fault = (await read($values.get()).catch(() => null))?.faults[id];
    // Pressing Pay also leaves the field. An error text must not move the button before the click ends.
    await waitForRelease();
    if (fault && fault.kind !== 'missing') $faults.set({ ...$faults.get(), [id]: fault });
  }

  /**
   * Checks the form. Returns null if there are faults, which the form then shows. Throws if the checks cannot be
   * loaded.
   */
  const submit = async (): Promise<CheckoutDetails | null> => (await state.check()).body;

  /** Clears the form and everything that this browser saved of it. */
  function forgetMe(): void {
    forgetGuest();
    // Flushing first prevents a later save from restoring the draft.
    flush();
    forget(storageKeys.draft);
    const { of, transport, children } = $values.get();
    fill({ ...emptyForm, of, transport, children: children.map(() => emptyChild) });
    $known.set(false);
    $isRestored.set(false);
    $faults.set({});
  }

  /**
   * Shows the unsaved answers that must be given again. The family's record decides that, so this runs after it has
   * been read.
   */
  const showUnsavedAnswers = () => $isRestored.set(($values.get().givenAnswers ?? []).length > 0);

  const inUse = () => now() - lastInput < timing.FORM_IN_USE_MS;

  return {
    ...state,
    $known,
    $family,
    $onRecord,
    restore,
    type,
    typeChild,
    setChildren,
    keepFor,
    addChild,
    removeChild,
    insertChild,
    confirmRecord,
    askAll,
    tick,
    changeHealth,
    setPickup,
    recallCollectors,
    sign,
    checkLeftField,
    submit,
    forgetMe,
    showUnsavedAnswers,
    inUse,
  };
}

/** Returns the values that the browser may save. Health, pickup and signature are left out. */
function storedPart(values: Values): Form {
  const { health: _, pickup: _pickup, pickupChanged: _changed, signature: _signature, ...form } = values;
  return form;
}

/** The fields whose error disappears when the value beside them changes. */
const correctedBy: readonly (readonly [keyof Form, string])[] = [
  ['parentName', 'parent.name'],
  ['parentName', 'signature'],
  ['email', 'parent.email'],
  ['phone', 'parent.phone'],
  ['address', 'transport_address'],
];

export type CheckoutForm = ReturnType<typeof createForm>;
