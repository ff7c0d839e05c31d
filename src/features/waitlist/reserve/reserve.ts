import type { Fault } from '#domain/fault.ts';
import { readEmail } from '#contract/contact.ts';
import { toE164 } from '#domain/phone.ts';
import { report } from '#browser/report.ts';
import { offerEmailFixes } from '#ui/people/offer-email-fixes.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { fillEmpty } from '#ui/people/fill-empty.ts';
import { setCountries } from '#ui/people/phone-country.ts';
import { readFormPrefill } from '#api/form-prefill.ts';
import { contactFaults } from '../contact.ts';
import { joinedGroup, reserveSpot } from './api.ts';
import { reserveMessages } from './messages.ts';

const names = ['name', 'email', 'phone'] as const;
const started = new WeakSet<HTMLDialogElement>();

export function openReserve(dialog: HTMLDialogElement): void {
  if (!started.has(dialog)) start(dialog);
  started.add(dialog);
  if (!dialog.open) dialog.showModal();
}

/** Starts the form. It is reset when the dialog closes (spec 2 §4). */
function start(dialog: HTMLDialogElement): void {
  const form = dialog.querySelector('form');
  const thanks = dialog.querySelector<HTMLElement>('[data-reserve-done]');
  const problem = dialog.querySelector<HTMLElement>('[data-reserve-problem]');
  const send = form?.querySelector<HTMLButtonElement>('[type="submit"]');
  if (!form || !thanks || !problem || !send) return;
  setCountries(form);
  offerEmailFixes(form);
  void readFormPrefill().then((family) => {
    if (!family) return;
    for (const name of names) fillEmpty(input(name), family[name]);
  });
  let token: string | null = null;
  /**
   * The number of the latest reservation. If the dialog was closed before an answer arrived, its number is older, and
   * it shows nothing.
   */
  let latestReservation = 0;

  const input = (name: string) => dialog.querySelector<HTMLInputElement>(`#reserve-${name}`);
  const readTypedValues = () => ({
    name: input('name')?.value ?? '',
    email: input('email')?.value ?? '',
    phone: input('phone')?.value ?? '',
  });

  function mark(name: string, fault: Fault | undefined): void {
    const field = input(name);
    const error = dialog.querySelector<HTMLElement>(`#reserve-${name}-error`);
    if (!field || !error) return;
    field.closest('.field')?.classList.toggle('bad', fault !== undefined);
    if (fault) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
    error.hidden = fault === undefined;
    error.textContent = fault ? faultMessage(fault) : '';
  }

  function showMessage(message: string | null): void {
    if (!problem) return;
    problem.hidden = message === null;
    problem.textContent = message;
  }

  function setBusy(now: boolean): void {
    send?.toggleAttribute('aria-busy', now);
    if (now) send?.setAttribute('aria-disabled', 'true');
    else send?.removeAttribute('aria-disabled');
  }

  async function submit(): Promise<void> {
    if (send?.hasAttribute('aria-busy')) return;
    showMessage(null);
    const values = readTypedValues();
    const faults = contactFaults(values);
    for (const name of names) mark(name, faults[`parent.${name}`]);
    const first = names.find((name) => faults[`parent.${name}`]);
    if (first) {
      input(first)?.focus();
      return;
    }
    const reservationNumber = ++latestReservation;
    setBusy(true);
    const answer = await reserveSpot({
      parent_name: values.name.trim(),
      email: readEmail(values.email),
      whatsapp: toE164(values.phone),
      offer_id: dialog.dataset['offer'] ?? '',
    });
    if (reservationNumber !== latestReservation) return;
    setBusy(false);
    if (answer.ok) {
      token = answer.value.token;
      if (form) form.hidden = true;
      if (thanks) thanks.hidden = false;
      thanks?.querySelector('h2')?.focus();
      return;
    }
    const field = names.find((name) => answer.field === fieldOf[name]);
    if (answer.code === 'invalid_input' && field) {
      mark(field, { kind: 'not_accepted' });
      input(field)?.focus();
    } else {
      if (answer.code === 'unexpected') report('A spot could not be reserved');
      showMessage(reserveMessages.failure(reasons[answer.code] ?? null));
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) mark(target.name, undefined);
  });
  dialog.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    // The group opens in any case, and recording that must not delay it.
    if (target.closest('[data-reserve-group]') && token !== null) void joinedGroup(token);
  });
  dialog.addEventListener('close', () => {
    latestReservation++;
    token = null;
    form.reset();
    form.hidden = false;
    thanks.hidden = true;
    setBusy(false);
    showMessage(null);
    for (const name of names) mark(name, undefined);
  });
}

const fieldOf = { name: 'parent_name', email: 'email', phone: 'whatsapp' } as const;
const reasons: Partial<Record<string, string>> = {
  rate_limited: reserveMessages.tooMany,
  offer_not_available: reserveMessages.notOnSale,
};
