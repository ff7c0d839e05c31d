// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { setCountries } from '#ui/people/phone-country.ts';
import { find, showPage } from '#support/unit/page.ts';

const number = () => {
  const input = find('input');
  if (!(input instanceof HTMLInputElement)) throw new Error('no input');
  return input;
};
beforeEach(() => {
  showPage(
    '<form><div class="prefixed"><span class="country"><span>+65</span></span><input type="tel"></div></form>',
  );
});
const setUp = () => {
  const form = find('form');
  if (form instanceof HTMLFormElement) setCountries(form);
};

it('keeps the focus and the input if it is added while somebody types', () => {
  const input = number();
  let blurCount = 0;
  input.addEventListener('blur', () => (blurCount += 1));
  input.focus();
  input.value = '9123';
  setUp();
  expect(document.activeElement).toBe(number());
  expect(blurCount).toBe(0);
  expect(number().value).toBe('9123');
});

it('writes the chosen country code into the number, and shows the one that is typed', () => {
  setUp();
  const select = find('select');
  if (!(select instanceof HTMLSelectElement)) throw new Error('no chooser');
  select.value = 'MY';
  select.dispatchEvent(new Event('input', { bubbles: true }));
  expect(number().value).toMatch(/^\+60/);
  expect(find('.country > span').textContent).toBe('MY ▾');
  number().value = '+44 7911';
  number().dispatchEvent(new Event('input', { bubbles: true }));
  expect(select.value).toBe('GB');
});
