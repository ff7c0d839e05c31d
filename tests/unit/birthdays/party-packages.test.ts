// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import '#features/birthdays/party-packages.ts';
import { find, showPage } from '#support/unit/page.ts';

const onInput = vi.fn();
beforeEach(() => {
  onInput.mockClear();
  showPage(`<party-packages><a data-party="Skate &quot;n&quot; slide"><b>Ask</b></a><a id="other"></a></party-packages>
    <form data-form><input type="radio" name="party" value="Camp" checked>
    <input type="radio" name="party" value="Skate &quot;n&quot; slide" id="skate"></form>`);
  find('form').addEventListener('input', onInput);
});
const chosen = () => find('#skate').matches(':checked');

it('choosing a package selects it in the form and raises one input event', () => {
  find('b').click();
  find('b').click();
  expect([chosen(), onInput.mock.calls.length]).toEqual([true, 1]);
});

it('a link to something else selects nothing', () => {
  find('#other').click();
  expect(chosen()).toBe(false);
});
