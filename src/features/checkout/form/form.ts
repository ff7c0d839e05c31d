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
  type Told,
} from './model.ts';
import { withQuiz } from './children/quiz.ts';

/** What the form must keep to besides its own rules; the sale knows. */
export type Terms = Rules;

/**
 * The form and its draft. The draft never holds health, pickup or signature (decisions "What the browser remembers").
 */
export function createForm(terms: () => Terms, now: () => number = Date.now) {
  const $form = atom<Form>(emptyForm);
  const $private = atom<PrivateDetails>(noPrivateDetails);
  const { $faults, $refusals, ...marks } = createFaults();
  /** Filled in from an earlier booking. */
  const $known = atom(false);
  /** What was typed here before is there again, but for what is never kept; known with the family's record. */
  const $isBack = atom(false);
  /** Of who is signed in. */
  const $family = atom<OwnFamily | null>(null);
  /** What of the family's record is not asked of those who come; null once something has changed. */
  const $kept = atom<Kept | null>(null);
  let lastInput = 0;
  let saving: ReturnType<typeof setTimeout> | undefined;

  /**
   * What was typed for this before. Else what was typed or remembered here for something else, and over it what is
   * known of those who waited: they may be others than this browser's.
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

  /** Writes at once what is still waiting: the page may be leaving. */
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

  /** The next one of those whom this browser remembers, or an empty one. */
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

  /** Before `touch`, which keeps it. */
  function tell(what: Told, isTold: boolean): void {
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

  /** Who was named for this order before the page was left; what was changed on this page since counts more. */
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
    // Nothing is checked before something was typed.
    const { checkForm } = await import('./check.ts');
    return checkForm($form.get(), $private.get(), terms(), $kept.get());
  };

  /** On leaving a field: says what is wrong with it, once something was typed. */
  async function leave(id: string): Promise<void> {
    // Offline: paying looks again.
    const fault = (await inspect().catch(() => null))?.faults[id];
    // A field is left by pressing Pay, too: the words must not push the button away before its click.
    await pressOver();
    if (fault && fault.kind !== 'missing') $faults.set({ ...$faults.get(), [id]: fault });
  }

  /** Before paying: the details, or null with every fault shown. Throws where the rules could not be loaded. */
  async function submit(): Promise<CheckoutDetails | null> {
    const { faults, details } = await inspect();
    if (details) $faults.set({});
    else marks.reject(faults);
    return details;
  }

  /** The server refused a field that looked right to us. */
  const reject = (id: string, fault: Fault) => marks.reject({ [id]: fault });

  /** Everything that was filled in, and what was kept of it, is gone. */
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

  /** What is not asked of those who come is known: so what was told before, and is to be told once more, is too. */
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

/** Which fields are looked at anew once this was typed. */
const mendedBy: readonly (readonly [keyof Form, string])[] = [
  ['parentName', 'parent.name'],
  ['parentName', 'signature'],
  ['email', 'parent.email'],
  ['phone', 'parent.phone'],
  ['address', 'transport_address'],
];

export type CheckoutForm = ReturnType<typeof createForm>;
