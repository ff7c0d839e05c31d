// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { PageDialog } from '#ui/page-dialog.ts';
import { find, showPage } from '#support/unit/page.ts';

beforeEach(() => {
  showPage('<page-dialog><dialog><p></p><button data-closes></button></dialog></page-dialog>');
});
const isOpen = () => find('dialog').hasAttribute('open');
const open = () => {
  const around = find('page-dialog');
  if (around instanceof PageDialog) around.open();
};

it('opens, ignores a second opening, and is closed by its button', () => {
  open();
  open();
  find('p').click();
  expect(isOpen()).toBe(true);
  find('[data-closes]').click();
  expect(isOpen()).toBe(false);
});

it('closes at a click outside only if it allows that', () => {
  open();
  find('dialog').click();
  expect(isOpen()).toBe(true);
  find('dialog').setAttribute('closedby', 'any');
  find('p').click();
  expect(isOpen()).toBe(true);
  find('dialog').click();
  expect(isOpen()).toBe(false);
});
