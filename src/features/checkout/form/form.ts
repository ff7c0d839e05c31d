import type { CheckoutDetails } from '#contract/order-requests.ts';
import { MOST_PEOPLE } from '#contract/contact.ts';
import type { Collector } from '#contract/orders.ts';
import { atom } from 'nanostores';
import { storageKeys } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import type { Fault } from '#domain/fault.ts';
import { createFaults } from '#ui/people/faults.ts';
import type { PersonTyped } from '#domain/contact-person.ts';
import { pressOver } from '#browser/press.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import type { OwnFamily } from '#api/own-family.ts';
import type { Rules } from './check.ts';
import { atHome, forgetGuest, readGuest } from './guest.ts';
import {
  type Child,
  type PrivateDetails,
  emptyChild,
  noPrivateDetails,
  emptyForm,
  emptyHealth,
  Form,
  type Health,
  type Kept,
  MOST_CHILDREN,
  type Purpose,
  type RecordedAnswer,
} from './model.ts';
import { withQuiz } from './children/quiz.ts';

/** The rules of the order that the form is checked against; the sale provides them. */
export type Terms = Rules;

/**
 * The form and its draft. The draft never contains health, pickup or signature (decisions "What the browser
 * remembers").
 */
export function createForm(terms: () => Terms, now: () => number = Date.now) {
  const $form = atom<Form>(emptyForm);
  const $private = atom<PrivateDetails>(noPrivateDetails);
  const { $faults, $refusals, ...marks } = createFaults();
  /** Whether the form was filled in with the guest's details that this browser saved. */
  const $known = atom(false);
  /**
   * Whether the form was restored without the answers that are never saved. It is known once the family's record has
   * been read.
   */
  const $isBack = atom(false);
  const $family = atom<OwnFamily | null>(null);
  /**
   * The answers on the family's record that are not asked again; null once the parent says that something has changed.
   */
  const $kept = atom<Kept | null>(null);
  let lastInput = 0;
  let saving: ReturnType<typeof setTimeout> | undefined;

  /**
   * Restores the draft of this subject. For another subject it takes over the details in the draft or the saved guest,
   * and then the children and parent of the waitlist entry, who may differ from those saved here.
   */
  function restore(of: string, waiting: readonly Child[] = [], parent: Partial<Form> = {}): void {
    const draft = readStored(storageKeys.draft, Form);
    const guest = readGuest();
    if (draft)
      $form.set({ ...draft, of, ...(draft.of === of ? {} : { transport: '', consents: {}, told: [] }) });
    else if (guest) $form.set({ ...emptyForm, ...guest, of, keep: true });
    else $form.set({ ...emptyForm, of });
    $known.set(!draft && guest !== null);
    if (draft?.of === of) return;
    const children = waiting.length > 0 ? waiting : $form.get().children.slice(0, 1);
    $form.set({ ...$form.get(), ...parent, children: children.map(atHome) });
    if (!draft && waiting.length === 0) $form.set(withQuiz($form.get()));
  }

  function save(): void {
    clearTimeout(saving);
    saving = undefined;
    writeStored(storageKeys.draft, $form.get());
  }

  function touch(...mended: string[]): void {
    lastInput = now();
    marks.mend(...mended);
    saving ??= setTimeout(save, timing.DRAFT_SAVE_MS);
  }

  /** Saves at once, because the page may be about to close. */
  function flush(): void {
    if (saving !== undefined) save();
  }

  function type(patch: Partial<Form>): void {
    $form.set({ ...$form.get(), ...patch });
    touch(...mendedBy.filter(([key]) => key in patch).map(([, field]) => field));
  }

  function typeChild(index: number, patch: Partial<Child>): void {
    const children = $form.get().children.map((child, at) => (at === index ? { ...child, ...patch } : child));
    $form.set({ ...$form.get(), children });
    const isDate = 'day' in patch || 'month' in patch || 'year' in patch;
    touch(
      ...('name' in patch ? [`children[${index}].name`] : []),
      ...(isDate ? [`children[${index}].dob`] : []),
    );
  }

  function setChildren(children: readonly Child[], health?: readonly Health[]): void {
    $form.set({ ...$form.get(), children: [...children].slice(0, MOST_CHILDREN) });
    if (health) $private.set({ ...$private.get(), health: [...health] });
    $faults.set({});
    touch();
  }

  /** Adds the next child that this browser remembers, or an empty one. */
  function addChild(): void {
    const { children } = $form.get();
    const next = readGuest()?.children.find(({ name }) => children.every((child) => child.name !== name));
    setChildren([...children, next ?? emptyChild]);
  }
  const removeChild = (index: number) =>
    setChildren(
      $form.get().children.filter((_, at) => at !== index),
      $form
        .get()
        .children.flatMap((_, at) => (at === index ? [] : [$private.get().health[at] ?? emptyHealth])),
    );

  /** Puts a removed child back in its place. */
  function insertChild(index: number, child: Child, health: Health): void {
    const { children } = $form.get();
    const all = children.map((_, at) => $private.get().health[at] ?? emptyHealth);
    setChildren(children.toSpliced(index, 0, child), all.toSpliced(index, 0, health));
  }

  /** Must be called before `touch`, which saves the draft. */
  function tell(what: RecordedAnswer, isTold: boolean): void {
    const { told = [] } = $form.get();
    if (told.includes(what) !== isTold)
      $form.set({ ...$form.get(), told: isTold ? [...told, what] : told.filter((one) => one !== what) });
  }

  function tick(purpose: Purpose, version: number | undefined): void {
    const { [purpose]: _before, ...others } = $form.get().consents;
    $form.set({
      ...$form.get(),
      consents: version === undefined ? others : { ...others, [purpose]: version },
    });
    touch(`consents.${purpose}`);
  }

  function tellHealth(index: number, patch: Partial<Health>): void {
    const { health } = $private.get();
    const all = $form
      .get()
      .children.map((_, at) => ({ ...(health[at] ?? emptyHealth), ...(at === index ? patch : {}) }));
    $private.set({ ...$private.get(), health: all });
    tell('health', true);
    touch(...['health', 'allergies', 'medical_conditions'].map((part) => `children[${index}].${part}`));
  }

  function setPickup(pickup: readonly PersonTyped[], ...mended: string[]): void {
    $private.set({
      ...$private.get(),
      pickup: [...pickup].slice(0, MOST_PEOPLE),
      pickupChanged: true,
    });
    tell('pickup', pickup.length > 0);
    touch(...mended);
  }

  /** Restores the people who may collect from the order, unless the parent has changed the list on this page. */
  function recallCollectors(collectors: readonly Collector[] | null | undefined): void {
    if ($private.get().pickupChanged || !collectors?.length) return;
    const pickup = collectors.map(({ name, relationship, phone }) => ({
      name,
      relationship: relationship ?? '',
      phone: phone ?? '',
    }));
    $private.set({ ...$private.get(), pickup });
  }

  function sign(signature: string): void {
    $private.set({ ...$private.get(), signature });
    tell('signed', signature !== '');
    touch('signature');
  }

  const inspect = async () => {
    // The checks are loaded only once something has been typed.
    const { checkForm } = await import('./check.ts');
    return checkForm($form.get(), $private.get(), terms(), $kept.get());
  };

  /** Checks a field when the parent leaves it, if something was typed. */
  async function leave(id: string): Promise<void> {
    // If the checks cannot load offline, paying checks again.
    const fault = (await inspect().catch(() => null))?.faults[id];
    // Pressing Pay also leaves the field, and the error text must not move the button before the click ends.
    await pressOver();
    if (fault && fault.kind !== 'missing') $faults.set({ ...$faults.get(), [id]: fault });
  }

  /**
   * Checks before payment. Returns the details, or null with all faults shown. Throws if the checks cannot be loaded.
   */
  async function submit(): Promise<CheckoutDetails | null> {
    const { faults, details } = await inspect();
    if (details) $faults.set({});
    else marks.reject(faults);
    return details;
  }

  /** Shows a fault that only the server found. */
  const reject = (id: string, fault: Fault) => marks.reject({ [id]: fault });

  /** Clears the form and everything that this browser has saved of it. */
  function forgetMe(): void {
    forgetGuest();
    clearTimeout(saving);
    saving = undefined;
    forget(storageKeys.draft);
    const { of, transport, children } = $form.get();
    $form.set({ ...emptyForm, of, transport, children: children.map(() => emptyChild) });
    $known.set(false);
    $isBack.set(false);
    $faults.set({});
  }

  /** Called once the family's record is known: it decides whether unsaved answers must be given again. */
  const welcome = () => $isBack.set(($form.get().told ?? []).length > 0);

  const inUse = () => now() - lastInput < timing.FORM_IN_USE_MS;

  return {
    $form,
    $private,
    $faults,
    $refusals,
    $known,
    $isBack,
    $family,
    $kept,
    restore,
    type,
    typeChild,
    setChildren,
    addChild,
    removeChild,
    insertChild,
    tell,
    tick,
    tellHealth,
    setPickup,
    recallCollectors,
    sign,
    touch,
    flush,
    leave,
    submit,
    reject,
    forgetMe,
    welcome,
    inUse,
  };
}

/** Pairs of a value and a field whose error a change of the value clears. */
const mendedBy: readonly (readonly [keyof Form, string])[] = [
  ['parentName', 'parent.name'],
  ['parentName', 'signature'],
  ['email', 'parent.email'],
  ['phone', 'parent.phone'],
  ['address', 'transport_address'],
];

export type CheckoutForm = ReturnType<typeof createForm>;
