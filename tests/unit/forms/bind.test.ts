// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { bindForm } from '#features/forms/bind.ts';
import type { Field, FieldType, Values } from '#features/forms/model.ts';
import { find, showPage } from '#support/unit/page.ts';

afterEach(() => document.body.replaceChildren());

const field = (key: string, type: FieldType = 'text'): Field => ({
  key,
  type,
  path: key,
  label: key,
  required: false,
  coming: false,
  health: false,
});

const bind = (fields: Field[], before?: Values) => {
  const onChange = vi.fn();
  bindForm(find('form') as HTMLFormElement, {
    definition: {
      formId: 'f',
      revision: 'r',
      slug: 'wishes',
      fields,
      words: { declinedText: '', closedText: '', unknownText: '' },
    },
    send: vi.fn(),
    onChange,
    before: before ? { values: before, note: 'Go on' } : null,
  });
  return onChange;
};

it('keeps what was typed before hydration instead of the saved draft', () => {
  showPage(`<form><input name="child"><input name="wish"><input type="checkbox" name="photos">
    <input type="radio" name="cake" value="yes"><input type="radio" name="cake" value="no"></form>`);
  (find('[name="child"]') as HTMLInputElement).value = 'Kai';
  (find('[name="cake"][value="no"]') as HTMLInputElement).checked = true;
  const fields = [field('child'), field('wish'), field('photos', 'consent'), field('cake', 'yesNo')];
  const onChange = bind(fields, { child: 'Noah', wish: 'A song', photos: true, cake: true });
  expect(onChange.mock.calls).toEqual([[{ child: 'Kai', wish: 'A song', photos: true, cake: false }]]);
});

it('saves no draft if nothing was typed', () => {
  showPage('<form><input name="child"></form>');
  expect(bind([field('child')])).not.toHaveBeenCalled();
});
