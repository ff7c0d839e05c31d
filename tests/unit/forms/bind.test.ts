// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { bindForm } from '../../../src/features/forms/bind.ts';
import type { Field } from '../../../src/features/forms/model.ts';
import { find, showPage } from '../support/page.ts';

afterEach(() => document.body.replaceChildren());

const field = (key: string): Field => ({
  ...{ key, type: 'text', path: key, label: key },
  ...{ required: false, coming: false, health: false },
});

it('what was typed while the script came is kept over what this browser knew before', () => {
  showPage('<form><input name="child"><input name="wish"><p data-note hidden><span></span></p></form>');
  const child = find('[name="child"]') as HTMLInputElement;
  child.value = 'Kai';
  bindForm(find('form') as HTMLFormElement, {
    definition: {
      ...{ formId: 'f', revision: 'r', slug: 'wishes', fields: [field('child'), field('wish')] },
      words: { declinedText: '', closedText: '', unknownText: '' },
    },
    send: vi.fn(),
    onChange: vi.fn(),
    before: { values: { child: 'Noah', wish: 'A cake' }, note: 'Go on' },
  });
  expect(child.value).toBe('Kai');
  expect(find('[name="wish"]')).toHaveProperty('value', 'A cake');
});
