import type { CheckoutDetails } from '#contract/orders.ts';
import { atom } from 'nanostores';
import { storageKeys } from '../../config/paths.ts';
import { timing } from '../../config/timing.ts';
import { today } from '../../lib/dates.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { checkForm, emptyForm, type Fault, type FieldId, Form, type Faults } from './model.ts';

/** The form and its draft. The draft never holds health, pickup or signature (3-decisions). */
export function createForm(now: () => number = Date.now) {
  const $form = atom<Form>(emptyForm);
  const $faults = atom<Faults>({});
  /** Counts the refused attempts, so that the summary takes the focus at each. */
  const $refusals = atom(0);
  let lastInput = 0;
  let saving: ReturnType<typeof setTimeout> | undefined;

  function restore(): void {
    const draft = readStored(storageKeys.draft, Form);
    if (draft) $form.set(draft);
  }

  function save(): void {
    clearTimeout(saving);
    saving = undefined;
    writeStored(storageKeys.draft, $form.get());
  }

  function type<Key extends keyof Form>(key: Key, value: Form[Key]): void {
    lastInput = now();
    $form.set({ ...$form.get(), [key]: value });
    clear(key === 'day' || key === 'month' || key === 'year' ? 'dob' : key);
    saving ??= setTimeout(save, timing.DRAFT_SAVE_MS);
  }

  /** Writes at once what is still waiting: the page may be leaving. */
  function flush(): void {
    if (saving !== undefined) save();
  }

  function clear(field: FieldId): void {
    const { [field]: _mended, ...rest } = $faults.get();
    $faults.set(rest);
  }

  const inspect = async () => {
    const { readPhone } = await import('./phone.ts');
    return checkForm($form.get(), today(new Date(now())), readPhone);
  };

  /** On leaving a field: says what is wrong with it, once something was typed. */
  async function leave(field: FieldId): Promise<void> {
    const fault = (await inspect()).faults[field];
    if (fault && fault.kind !== 'missing') $faults.set({ ...$faults.get(), [field]: fault });
  }

  /** Before paying: the details, or null with every fault shown. */
  async function submit(): Promise<CheckoutDetails | null> {
    const { faults, details } = await inspect();
    $faults.set(faults);
    if (!details) $refusals.set($refusals.get() + 1);
    return details;
  }

  /** The server refused a field that looked right to us. */
  function reject(field: FieldId, fault: Fault): void {
    $faults.set({ [field]: fault });
    $refusals.set($refusals.get() + 1);
  }

  const inUse = () => now() - lastInput < timing.FORM_IN_USE_MS;

  return { $form, $faults, $refusals, restore, type, flush, leave, submit, reject, inUse };
}

export type CheckoutForm = ReturnType<typeof createForm>;
