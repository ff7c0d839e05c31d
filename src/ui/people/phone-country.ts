import { callingCountries, codeOf, HOME } from '#domain/calling-codes.ts';
import { countryOf, inCountry, typedIn } from '#domain/phone.ts';
import { countryLabel, countryShown } from './messages.ts';

/** Adds a country select to each phone field. The input is not replaced, because it may have the focus. */
export function setCountries(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type="tel"]')) setCountry(form, input);
}

function setCountry(form: HTMLFormElement, input: HTMLInputElement): void {
  const country = input.closest('.prefixed')?.querySelector('.country');
  const shortLabel = country?.querySelector('span');
  if (!country || !shortLabel) return;
  let chosen = HOME;
  const select = document.createElement('select');
  select.ariaLabel = countryLabel;
  for (const country of callingCountries()) {
    const option = document.createElement('option');
    option.value = country.country;
    option.textContent = `${country.name} +${country.code}`;
    select.append(option);
  }
  country.append(select);

  function show(): void {
    select.value = countryOf(input.value, chosen);
    if (shortLabel) shortLabel.textContent = countryShown(select.value, codeOf(select.value));
  }
  input.addEventListener('input', () => {
    const typed = input.value;
    const text = typedIn(typed, chosen);
    if (text !== typed) input.value = text;
    if (countryOf(typed, chosen) !== chosen) chosen = HOME;
    show();
  });
  select.addEventListener('input', (event) => {
    // The form should see only the change of the number.
    event.stopPropagation();
    chosen = select.value;
    input.value = inCountry(input.value, chosen);
    show();
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  form.addEventListener('reset', () => {
    chosen = HOME;
    // A form empties its fields after the reset event.
    queueMicrotask(show);
  });
  show();
}
