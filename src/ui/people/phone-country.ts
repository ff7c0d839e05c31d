import { callingCountries, codeOf, HOME } from '#domain/calling-codes.ts';
import { countryOf, inCountry, typedIn } from '#domain/phone.ts';
import { countryLabel, countryShown } from './words.ts';

/**
 * Sets the chooser of `PhoneField` beside each number of a form that the page itself has drawn (`PhoneFrame`). The
 * number stays where it is: it may have the focus while this arrives.
 */
export function setCountries(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type="tel"]')) setCountry(form, input);
}

function setCountry(form: HTMLFormElement, input: HTMLInputElement): void {
  const country = input.closest('.prefixed')?.querySelector('.country');
  const shown = country?.querySelector('span');
  if (!country || !shown) return;
  let chosen = HOME;
  const select = document.createElement('select');
  select.ariaLabel = countryLabel;
  for (const one of callingCountries()) {
    const option = document.createElement('option');
    option.value = one.country;
    option.textContent = `${one.name} +${one.code}`;
    select.append(option);
  }
  country.append(select);

  function show(): void {
    select.value = countryOf(input.value, chosen);
    if (shown) shown.textContent = countryShown(select.value, codeOf(select.value));
  }
  input.addEventListener('input', () => {
    const typed = input.value;
    const text = typedIn(typed, chosen);
    if (text !== typed) input.value = text;
    if (countryOf(typed, chosen) !== chosen) chosen = HOME;
    show();
  });
  select.addEventListener('input', (event) => {
    // The form hears of the number, which is what changes.
    event.stopPropagation();
    chosen = select.value;
    input.value = inCountry(input.value, chosen);
    show();
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  form.addEventListener('reset', () => {
    chosen = HOME;
    // The fields are emptied after the event.
    queueMicrotask(show);
  });
  show();
}
